/** @file The visible state of a drag: the dragged handle, and its target while the body cannot reach it. */

import { create } from 'zustand';
import type { Vector } from '../stage-view.js';

export interface DragState {
  /** The dragged handle; null for none. */
  readonly handle: { readonly joint?: number; readonly vertex?: number } | null;
  /** The target, where the body does not reach it. */
  readonly target: Vector | null;
}

export const useDragState = create<DragState>()(() => ({ handle: null, target: null }));
