/** @file Dense optical flow (temporary: the reference). */
export {
  findOpticalFlowReference as findOpticalFlow,
  OPTICAL_FLOW_DEFAULTS,
  type OpticalFlowOptions,
} from './optical-flow.reference.js';
