import { describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { createModel } from '../../io/gltf/create-model.js';
import type { Mesh } from '../../mesh/mesh.js';
import { openSkeletonNetwork } from '../../verbs/open-skeleton-network.js';
import { rigModel } from '../../verbs/rig-model.js';
import { findUp } from './find-up.js';

const { mesh } = sampleCreature('cat').rig;

/** On its tail: what faced +z looks up, and what was up is −z. */
const onTail = (upright: Mesh): Mesh => ({
  ...upright,
  positions: upright.positions.map((value, i, all) =>
    i % 3 === 1 ? all[i + 1] : i % 3 === 2 ? -all[i - 1] : value,
  ),
});
const onItsTail = onTail(mesh);

/** By 40° about the vertical. */
const turnUpright = (upright: Mesh): Mesh => {
  const [c, s] = [Math.cos(0.7), Math.sin(0.7)];
  return {
    ...upright,
    positions: upright.positions.map((value, i, all) =>
      i % 3 === 0 ? c * value + s * all[i + 2] : i % 3 === 2 ? c * value - s * all[i - 2] : value,
    ),
  };
};

describe('a bare mesh', () => {
  it('that stands on its tail is found to lie, and it is said', async () => {
    const network = await openSkeletonNetwork();
    const { up, findings } = await findUp(network, onItsTail);
    expect(up).toEqual([0, 0, -1]);
    expect(findings.map(({ code }) => code)).toEqual(['found-up']);
    expect(findings[0].message).toMatch(/-z was read as up/);
  });

  it('is stood up and left standing alike where it does not face along an axis', async () => {
    const network = await openSkeletonNetwork();
    const look = (turned: Mesh) => findUp(network, turned);
    expect(await look(turnUpright(mesh))).toEqual({ findings: [] });
    // It lies with its back toward −z, turned about that.
    expect((await look(onTail(turnUpright(mesh)))).up).toEqual([0, 0, -1]);
  });

  it('that stands stays', async () => {
    expect(await findUp(await openSkeletonNetwork(), mesh)).toEqual({ findings: [] });
  });

  it('is not looked at where something says how it stands', async () => {
    const lying = createModel({ name: 'lying', mesh: onItsTail });
    for (const options of [{ up: [0, 1, 0] }, { forward: [0, 0, 1] }] as const) {
      const { rig, findings } = await rigModel(lying, { ...options, detail: 'low' });
      expect(rig.mesh.positions).toEqual(onItsTail.positions);
      expect(findings.map(({ code }) => code)).not.toContain('found-up');
    }
  });
});
