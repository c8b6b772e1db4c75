/**
 * @file Does the anatomy of a rig survive Blender? Each file is written with its anatomy, opened and saved by Blender (on the
 * PATH) and read again: the limbs must be the same joints, and the walk made for them must move the same feet. By hand:
 * Blender is a large program.
 *
 *     node --import ./lab/register.mjs lab/engines/check-anatomy.mjs files…
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readModelFile, writeModelFile } from '../../src/io/node.ts';
import { kindOf, planOf } from '../../src/rig/anatomy/views.ts';
import { openMotionLibrary } from '../../src/verbs/generate-motion.ts';
import { withAnatomy } from '../../src/verbs/with-anatomy.ts';

const script = fileURLToPath(new URL('./resave.py', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'posespace-blender-'));
let lost = 0;
try {
  for (const file of process.argv.slice(2)) {
    const before = withAnatomy(await readModelFile(file));
    const [sent, saved] = [join(folder, 'sent.glb'), join(folder, 'saved.glb')];
    await writeModelFile(sent, before);
    execFileSync('blender', ['-b', '--factory-startup', '--python', script, '--', sent, saved], {
      stdio: 'ignore',
    });
    const after = await readModelFile(saved);
    const differences = compare(before, after);
    if (differences.length > 0) lost++;
    console.log(`${basename(file)}: ${differences.join('; ') || describe(after)}`);
    rmSync(saved);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(lost > 0 ? 1 : 0);

/** What Blender changed of the body. */
function compare(before, after) {
  const codes = after.findings.map(({ code }) => code).filter((code) => /anatomy/.test(code));
  if (!after.anatomy) return [codes.join(', ') || 'the anatomy is gone'];
  const same = (what, of) => (JSON.stringify(of(before)) === JSON.stringify(of(after)) ? [] : [what]);
  return [
    ...same('kind', ({ anatomy }) => kindOf(anatomy)),
    ...same('limbs', (model) => namedPlan(model)),
    ...same('feet that walk', (model) => walkingFeet(model)),
  ];
}

/** The body plan with the names of joints. */
function namedPlan({ skeleton, anatomy }) {
  return JSON.parse(JSON.stringify(planOf(anatomy)), (key, value) =>
    typeof value === 'number' && key !== 'side' ? (skeleton.names[value] ?? '') : value,
  );
}

/** The joints that the library's walk sets on the ground; none for a body that cannot walk. */
function walkingFeet(model) {
  const library = openMotionLibrary(model);
  if (!library.motions.some(({ name }) => name === 'walk')) return [];
  return library.generate('walk').contacts.tracks.map(({ name }) => name);
}

function describe({ anatomy }) {
  const { legs, arms, wings } = planOf(anatomy);
  return `${kindOf(anatomy)}, ${legs.length} legs, ${arms.length} arms, ${wings.length} wings: the same`;
}
