import { expect, it } from 'vitest';
import { anatomyOfRoles } from '../../../store/anatomy-of-roles.js';
import type { StudioDocument } from '../../../store/document.js';
import { findParts } from './explore-parts.js';

const skeleton = {
  names: ['hips', 'chest', 'left arm', 'left hand', 'tail'],
  parents: Int16Array.of(-1, 0, 1, 2, 0),
};
const anatomy = anatomyOfRoles(skeleton, ['hips', 'chest', ['hand', 1, 0], 'other', 'tail']);
const document = { model: { skeleton, anatomy } } as unknown as StudioDocument;

it('lists the parts of a body with their descendants', () => {
  expect(findParts(document, -1)).toEqual([
    { id: 'arms', label: 'Arms', joints: [2, 3] },
    { id: 'tail', label: 'Tail', joints: [4] },
    { id: 'spine', label: 'Spine', joints: [0, 1] },
  ]);
});

it('offers the selected joint with its descendants as a part', () => {
  expect(findParts(document, 1).at(-1)).toEqual({
    id: 'selected',
    label: 'chest and below',
    joints: [1, 2, 3],
  });
  expect(findParts({ ...document, model: { ...document.model, anatomy: undefined } }, 4)).toHaveLength(1);
});
