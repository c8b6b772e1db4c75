/**
 * @file Does Blender see what we see? Writes a creature, lets Blender (on the PATH) import it, play its clips and print every
 * vertex of some frames, and compares with our own skinning. By hand: Blender is a large program.
 *
 *     node --import ./lab/register.mjs lab/engines/check-blender.mjs [kind]
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { modelRig } from '../../src/io/model.ts';
import { writeModelFile } from '../../src/io/node.ts';
import { readSample } from '../../src/io/node-samples.ts';
import { sampleClip } from '../../src/motion/sample-clip.ts';
import { createRigSkinner } from '../../src/rig/kinematics/skin-mesh.ts';

const folder = mkdtempSync(join(tmpdir(), 'posespace-blender-'));
const script = fileURLToPath(new URL('./print-vertices.py', import.meta.url));
try {
  const model = await readSample(process.argv[2] ?? 'dragon');
  for (const format of ['glb', 'fbx']) {
    const file = join(folder, `creature.${format}`);
    await writeModelFile(file, model);
    const answer = join(folder, `${format}.json`);
    execFileSync('blender', ['-b', '--factory-startup', '--python', script, '--', file, answer], {
      stdio: 'ignore',
    });
    const { version, frameRate, actions } = JSON.parse(readFileSync(answer, 'utf8'));
    const skinner = createRigSkinner(modelRig(model));
    for (const { name, frames } of actions) {
      const clip = model.clips.find((one) => name.includes(one.name));
      let worst = 0;
      for (const { frame, vertices } of frames) {
        // FBX starts at frame 1 in Blender, glTF at 0.
        const time = (frame - (format === 'fbx' ? 1 : 0)) / frameRate;
        const ours = skinner.pose(sampleClip(clip, clip.times[0] + time));
        if (vertices.length !== ours.length)
          throw new Error(`${vertices.length / 3} vertices, we have ${ours.length / 3}`);
        for (let v = 0; v < ours.length; v += 3) {
          // Blender is Z-up: (x, y, z) there is (x, z, −y) here.
          const [x, y, z] = [vertices[v], vertices[v + 2], -vertices[v + 1]];
          worst = Math.max(worst, Math.hypot(x - ours[v], y - ours[v + 1], z - ours[v + 2]));
        }
      }
      console.log(
        `Blender ${version}, ${format}, ${clip.name}: ${frames.length} frames, worst vertex ${(worst * 1000).toFixed(3)} mm off`,
      );
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
