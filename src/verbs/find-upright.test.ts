import { describe, expect, it } from 'vitest';
import { sketchCreature } from '../creatures/sketch-creature.js';
import { createModel } from '../io/gltf/create-model.js';
import type { Mesh } from '../mesh/mesh.js';
import { findUpright } from './find-upright.js';
import { openSkeletonNetwork } from './open-skeleton-network.js';

const { mesh } = sketchCreature('quadruped', { seed: 3 }).rig;

/** On its tail: what faced +z looks up, and what was up is −z. */
const onItsTail: Mesh = {
  ...mesh,
  positions: mesh.positions.map((_, i) =>
    i % 3 === 1 ? mesh.positions[i + 1] : i % 3 === 2 ? -mesh.positions[i - 1] : mesh.positions[i],
  ),
};

describe('a bare mesh', () => {
  it('that stands on its tail is found to lie, and it is said', async () => {
    const network = await openSkeletonNetwork();
    const { up, findings } = await findUpright(createModel({ name: 'lying', mesh: onItsTail }), network, {});
    expect(up).toEqual([0, 0, -1]);
    expect(findings.map(({ code }) => code)).toEqual(['found-up']);
    expect(findings[0].message).toMatch(/-z was read as up/);
  });

  it('that stands stays, and so does one of which something is told', async () => {
    const network = await openSkeletonNetwork();
    expect(await findUpright(createModel({ name: 'standing', mesh }), network, {})).toEqual({ findings: [] });
    const told = [{ up: [0, 1, 0] }, { forward: [0, 0, 1] }] as const;
    for (const options of told) {
      const { up, findings } = await findUpright(
        createModel({ name: 'lying', mesh: onItsTail }),
        network,
        options,
      );
      expect(up).toEqual('up' in options ? options.up : undefined);
      expect(findings).toEqual([]);
    }
    expect(await findUpright(createModel({ name: 'lying', mesh: onItsTail }), undefined, {})).toEqual({
      findings: [],
    });
  });
});
