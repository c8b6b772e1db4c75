import { createCreature } from 'posespace/creatures';
import { createCreatureModel } from 'posespace/io';
import { readAnatomy } from 'posespace/rig';
import { expect, it } from 'vitest';
import type { StudioDocument } from '../../../store/document.js';
import { liesDown } from './lies-down.js';

const documentOf = (kind: 'biped' | 'quadruped' | 'spider', turn = false): StudioDocument => {
  const model = createCreatureModel(createCreature(kind));
  const { positions } = model.mesh;
  const turned = positions.map((_, i) =>
    i % 3 === 1 ? -positions[i + 1] : i % 3 === 2 ? positions[i - 1] : positions[i],
  );
  const mesh = turn ? { ...model.mesh, positions: turned } : model.mesh;
  const { anatomy } = readAnatomy({ ...model, skeleton: model.skeleton! });
  return { model: { ...model, mesh, anatomy }, confidence: new Float32Array(1) } as unknown as StudioDocument;
};

it('a body that stands does not lie, nor does a spider', () => {
  for (const kind of ['biped', 'quadruped', 'spider'] as const)
    expect(liesDown(documentOf(kind)), kind).toBe(false);
});

it('a biped on its back lies; a rig of a file is believed', () => {
  const lying = documentOf('biped', true);
  expect(liesDown(lying)).toBe(true);
  expect(liesDown({ ...lying, confidence: undefined })).toBe(false);
});
