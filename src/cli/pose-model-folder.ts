/** @file Where the pose model that comes with posespace is: beside the sources as well as beside what is built. */

import { fileURLToPath } from 'node:url';

export const POSE_MODEL_FOLDER = fileURLToPath(new URL('../../models/pose', import.meta.url));
