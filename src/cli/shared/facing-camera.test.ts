import { expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { createModel } from '../../io/gltf/create-model.js';
import { withAnatomy } from '../../verbs/with-anatomy.js';
import { facingCamera } from './facing-camera.js';

it('looks at the side of a body that faces another axis', () => {
  const { rig } = sampleCreature('wolf');
  const model = withAnatomy(createModel({ name: 'wolf', ...rig }));
  expect(facingCamera(model, 'side').azimuth).toBeCloseTo(90, 0);
  // A quarter turn about Y: +Z becomes +X.
  const turn = (points: Float32Array) =>
    points.map((_, i) => (i % 3 === 0 ? points[i + 2] : i % 3 === 2 ? -points[i - 2] : points[i]));
  const turned = createModel({
    name: 'wolf',
    mesh: { ...rig.mesh, positions: turn(rig.mesh.positions) },
    skeleton: { ...rig.skeleton, rest: turn(rig.skeleton.rest) },
    skin: rig.skin,
  });
  expect(facingCamera(withAnatomy(turned), 'side').azimuth).toBeCloseTo(180, 0);
});
