/** @file What the rig panel shows and remembers; not undone, not saved. */

export interface RigView {
  /** Whether the weights of the selected joint are painted on the body. */
  readonly showWeights: boolean;
  /** Whether joints are being edited at rest. */
  readonly editing: boolean;
  /** Whether what is done to a joint is done to its partner on the other side. */
  readonly symmetric: boolean;
  /** Whether weights are solved again after every change of the skeleton. */
  readonly live: boolean;
  /** Whether the next click on the body hangs a joint from the selected one. */
  readonly adding: boolean;
  /** Whether the selected joint bends to and fro. */
  readonly testingJoint: boolean;
  /** Whether weights are being solved. */
  readonly solving: boolean;
  /** Names of the joints that stay where they are when the mesh is rigged again. */
  readonly lockedJoints: readonly string[];
  /** Where joints are while one is dragged. [J, 3] */
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
