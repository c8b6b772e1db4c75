import { describe, expect, it } from 'vitest';
import { sketchCreature } from '../creatures/sketch-creature.js';
import { createModel } from '../io/gltf/create-model.js';
import type { Mesh } from '../mesh/mesh.js';
import { findUpright } from './find-upright.js';
import { openSkeletonNetwork } from './open-skeleton-network.js';

const { mesh } = sketchCreature('quadruped', { seed: 3 }).rig;

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
    const { up, findings } = await findUpright(createModel({ name: 'lying', mesh: onItsTail }), network, {});
    expect(up).toEqual([0, 0, -1]);
    expect(findings.map(({ code }) => code)).toEqual(['found-up']);
    expect(findings[0].message).toMatch(/-z was read as up/);
  });

  it('is stood up and left standing alike where it does not face along an axis', async () => {
    const network = await openSkeletonNetwork();
    const look = (turned: Mesh) => findUpright(createModel({ name: 'turned', mesh: turned }), network, {});
    expect(await look(turnUpright(mesh))).toEqual({ findings: [] });
    // It lies with its back toward −z, turned about that.
    expect((await look(onTail(turnUpright(mesh)))).up).toEqual([0, 0, -1]);
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
