/** @file The layers of the package: which room may import which. */

/** Rooms of src, lowest first: each may import those before it, less what BARRED says. */
export const ROOMS = [
  'base',
  'math',
  'kernels',
  'nets',
  'mesh',
  'rig',
  'pose',
  'motion',
  'render',
  'video',
  'io',
  'verbs',
  'inspect',
  'batch',
  'cli',
];
export const BARRED = {
  nets: ['kernels'],
  render: ['pose', 'motion'],
};

/** Rooms of src/pose, lowest first. `path` and `edit` stand side by side. */
export const POSE_ROOMS = [
  'records',
  'model',
  'prior',
  'solve',
  'validate',
  'repair',
  'edit',
  'path',
  'space',
];
