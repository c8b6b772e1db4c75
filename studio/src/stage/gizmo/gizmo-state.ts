/** @file Whether the gizmo has the pointer: over one of its handles, or in hand. */

export const gizmoState: { busy: boolean } = { busy: false };
