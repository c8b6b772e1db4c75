/** @file The file formats that the studio opens: all but text that may be a rig, since folders hold other text. */

import { FORMAT_FACTS, type FormatFacts } from 'posespace/io';

/** Of several files, the first of this list is opened. */
export const MODEL_FORMATS: readonly FormatFacts[] = FORMAT_FACTS.filter(({ holds }) => holds !== 'rig');

export const MODEL_EXTENSIONS: readonly string[] = MODEL_FORMATS.flatMap(({ extensions }) => extensions);

/** "GLB, VRM, glTF, …" */
export const MODEL_NAMES: string = MODEL_FORMATS.map(({ extensions: [extension] }) =>
  extension === 'gltf' ? 'glTF' : extension.toUpperCase(),
).join(', ');
