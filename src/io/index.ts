/** @file `posespace/io`: files in and out, from bytes to bytes; `posespace/io/node` adds the disk. */

export {
  type Appearance,
  type AppearanceImage,
  type AppearanceMaterial,
  readAppearance,
} from './appearance.js';
export { type ExamplePoses, type PoseSource, readExamplePoses, withExamplePoses } from './example-poses.js';
export { fetchPoseModel } from './fetch-pose-model.js';
export {
  FILE_EXTENSIONS,
  type FileFormat,
  FORMATS,
  findFormat,
  type OutputFile,
  type WriteOptions,
} from './file-formats.js';
export {
  extensionOf,
  FORMAT_FACTS,
  type FormatFacts,
  FRAME_EXTENSIONS,
  findFormatFacts,
} from './format-facts.js';
export type { NormalMode } from './gltf/add-normals.js';
export { createModel, type ModelRecords } from './gltf/create-model.js';
export { useDracoDecoder } from './gltf/decode.js';
export { reshapeModel } from './gltf/reshape-model.js';
export { READ_LIMITS, type ReadLimits } from './limits.js';
export { loadPoseNetwork } from './load-pose-network.js';
export { type Model, modelRig } from './model.js';
export { type ReadOptions, readModel } from './read.js';
export {
  compareNaturally,
  READ_SEQUENCE_DEFAULTS,
  type ReadSequenceOptions,
  readSequence,
  type SequenceFile,
  sequenceOfModel,
} from './read-sequence.js';
export { type ReadPaint, readSurfacePaint } from './read-surface-paint.js';
export { SAMPLE_KINDS, SAMPLES, type SampleKind, type SampleName } from './samples.js';
export { isSplatFile, readSplats, writeSplats } from './splat/splat-files.js';
export { readVertexColors } from './vertex-colors.js';
export { encodeModel, type Written } from './write.js';
