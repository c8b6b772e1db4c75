import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleOfKind } from '../../../test/support/creatures.js';
import { runPosespace } from '../../../test/support/fake-terminal.js';
import { createModel } from '../../io/gltf/create-model.js';
import { readModelFile, writeModelFile } from '../../io/node.js';
import { feet, planOf } from '../../rig/anatomy/views.js';

let folder: string;
const at = (name: string) => join(folder, name);

interface Body {
  readonly confidence: number;
  readonly kind: string;
}

/** Runs a command with --json and gives what it printed. */
async function posespace(...words: string[]) {
  const { code, stdout, stderr } = await runPosespace([...words, '--json']);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-renamed-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

// A quadruped has the same names for VRM as posespace's own.
describe.each([
  ['biped', ['unity', 'mixamo', 'vrm', 'unreal', 'godot']],
  ['quadruped', ['unity', 'mixamo', 'unreal', 'godot']],
] as const)('a %s that was rigged and renamed', (kind, conventions) => {
  let report: { readonly body: Body; readonly joints: readonly { readonly name: string }[] };

  beforeAll(async () => {
    const { mesh } = sampleOfKind(kind).rig;
    await writeModelFile(at(`${kind}-bare.glb`), createModel({ name: kind, mesh }), { normals: 'keep' });
    report = await posespace('rig', at(`${kind}-bare.glb`), '-o', at(`${kind}.glb`));
  });

  it.each(conventions)('walks on the same limbs under the names of %s', async (convention) => {
    const { anatomy } = await readModelFile(at(`${kind}.glb`));
    const renamed = at(`${kind}-${convention}.glb`);
    const kept = await posespace('rig', at(`${kind}.glb`), '--names', convention, '-o', renamed);
    // A file holds four digits of how sure it is.
    const confidence = expect.closeTo(report.body.confidence, 3);
    expect(kept.body).toEqual({ ...report.body, confidence });
    const names = kept.joints.map(({ name }: { name: string }) => name);
    // VRM has no names of its own for what is no humanoid.
    const same = kind === 'quadruped' && convention === 'vrm';
    expect(names.join() === report.joints.map(({ name }) => name).join()).toBe(same);

    const walking = at(`${kind}-${convention}-walks.glb`);
    const { clips, findings } = await posespace(
      ...['animate', 'generate', renamed, '--motion', 'walk', '-o', walking],
    );
    const tracks: { joint: number; name: string }[] = clips[0].contacts.tracks;
    expect(tracks.map(({ joint }) => joint)).toEqual(feet(anatomy!));
    expect(tracks.map(({ name }) => name)).toEqual(feet(anatomy!).map((j) => names[j]));
    expect(findings.filter(({ code }: { code: string }) => /anatomy/.test(code))).toEqual([]);
    expect(planOf((await readModelFile(walking)).anatomy!)).toEqual(planOf(anatomy!));
  });
});
