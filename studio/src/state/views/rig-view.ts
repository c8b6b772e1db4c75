/** @file What the rig panel shows and remembers; not undone, not saved. */

export interface RigView {
  /** The joint whose weights are painted on the body. */
  readonly heat: boolean;
  /** Whether joints are being edited at rest. */
  readonly editing: boolean;
}

export const RIG_VIEW: RigView = { heat: false, editing: false };
