import type { Model } from 'posespace/io';
import { restPose, type Skeleton } from 'posespace/rig';
import { expect, it } from 'vitest';
import type { StudioDocument } from '../../../store/document.js';
import { dragOptions } from './pose-handles.js';

const skeleton: Skeleton = {
  names: ['hips', 'left', 'right'],
  parents: Int16Array.of(-1, 0, 0),
  rest: Float32Array.of(1, 0, 0, 2, 1, 0, 0, 1, 0),
  frames: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
};

it('says what holds: pins where they are, rotations as they are, what is looked at', () => {
  const pins = [
    { joint: 0, position: true, rotation: true },
    { joint: 1, position: false, rotation: true, lookAt: [0, 0, 4] as const },
    { joint: 2, position: false, rotation: false },
  ];
  const model = { skeleton } as unknown as Model;
  const document = { model, pins, touched: [2] } as unknown as StudioDocument;
  const from = restPose(skeleton);
  expect(dragOptions(document, from)).toEqual({
    from,
    touched: [2],
    pins: [
      { joint: 0, pin: true, rotation: [0, 0, 0, 1] },
      { joint: 1, lookAt: [0, 0, 4] },
    ],
  });
});
