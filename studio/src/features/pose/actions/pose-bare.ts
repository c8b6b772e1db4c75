/** @file A pose without what its answer told beside it. */

import type { Pose } from 'posespace/rig';

/** The pose alone. Offsets belong to it: where a body hangs below the root of its file, they move it. */
export const barePose = ({ rotations, root, offsets }: Pose): Pose => ({
  rotations,
  root,
  ...(offsets && { offsets }),
});
