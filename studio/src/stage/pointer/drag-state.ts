/** @file What a drag shows of itself: where the hand wants the body to be, and where it got. */

import { create } from 'zustand';
import type { Vector } from '../stage-view.js';

export interface DragState {
  /** What is in hand; null while nothing is. */
  readonly handle: { readonly joint?: number; readonly vertex?: number } | null;
  /** Where the hand is, once it is somewhere the body cannot reach. */
  readonly target: Vector | null;
}

export const useDragState = create<DragState>()(() => ({ handle: null, target: null }));
