/** @file State of the rig panel; not undone, not saved. */

export interface RigView {
  /** Shows the weights of the selected joint on the body. */
  readonly showWeights: boolean;
  /** Edit mode. */
  readonly editing: boolean;
  /** Mirrors edits to the other side. */
  readonly symmetric: boolean;
  /** Solves weights after every edit. */
  readonly live: boolean;
  /** The next click on the body adds a child joint. */
  readonly adding: boolean;
  /** Rotates the selected joint back and forth. */
  readonly testingJoint: boolean;
  /** Whether weights are being solved. */
  readonly solving: boolean;
  /** Names of joints that re-rigging keeps. */
  readonly lockedJoints: readonly string[];
  /** Rest positions while a joint is dragged. [J, 3] */
  readonly draft: Float32Array | null;
}

export const RIG_VIEW: RigView = {
  showWeights: false,
  editing: false,
  symmetric: true,
  live: true,
  adding: false,
  testingJoint: false,
  solving: false,
  lockedJoints: [],
  draft: null,
};
