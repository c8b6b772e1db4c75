/** @file What a drag shows of itself: where the hand wants the body to be, and where it got. */

import { create } from 'zustand';
import type { Vector } from '../stage-view.js';

export interface DragSight {
  /** What is in hand; null while nothing is. */
  readonly grip: { readonly joint?: number; readonly vertex?: number } | null;
  /** Where the hand is, once it is somewhere the body cannot reach. */
  readonly target: Vector | null;
}

export const useDragSight = create<DragSight>()(() => ({ grip: null, target: null }));
