/** @file What a clip is called on the screen: without the name of the armature that some files put before it. */

import type { Clip } from 'posespace/motion';

export const clipLabel = ({ name }: Clip, index: number): string =>
  name.replace(/^.*\|(?=.)/, '') || `Clip ${index + 1}`;
