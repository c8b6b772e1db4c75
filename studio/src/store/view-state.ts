/** @file The view state, which is never undone, with one part per feature. */

import type { Appearance } from 'posespace/io';
import type { Pose } from 'posespace/rig';
import type { BodyFacts } from '../workers/worker-protocol.js';
import { EXPLORE_VIEW, type ExploreView } from './views/explore-view.js';
import { EXPORT_VIEW, type ExportView } from './views/export-view.js';
import { MOTION_VIEW, type MotionView } from './views/motion-view.js';
import { POSE_VIEW, type PoseView } from './views/pose-view.js';
import { RIG_VIEW, type RigView } from './views/rig-view.js';
import { SESSION_VIEW, type SessionView } from './views/session-view.js';
import type { VideoView } from './views/video-view.js';

export const MODES = ['open', 'rig', 'pose', 'explore', 'motion', 'export'] as const;
export type Mode = (typeof MODES)[number];

/** Pointer tools: drag any joint or point, or move or rotate the selected joint with a gizmo. */
export type Tool = 'drag' | 'move' | 'rotate';

/** A running task. */
export interface Task {
  readonly id: number;
  readonly label: string;
  readonly stage: string;
  /** 0 to 1; below 0 where it is unknown. */
  readonly fraction: number;
  readonly cancel: () => void;
}

/** A message to the user. */
export interface Notice {
  readonly id: number;
  readonly severity: 'info' | 'warning' | 'error';
  readonly message: string;
  /** A suggested fix. */
  readonly fix?: string;
  /** A button. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** A question that waits for an answer; null is "none of them". */
export interface Question {
  readonly title: string;
  readonly message: string;
  /** The first is the usual one. */
  readonly answers: readonly { readonly value: string; readonly label: string; readonly detail?: string }[];
  readonly answer: (value: string | null) => void;
}

export interface SceneView {
  readonly theme: 'dark' | 'light';
  readonly tool: Tool;
  /** Selected joint, −1 for none. */
  readonly selected: number;
  readonly hovered: number;
  /** Draws bones through the mesh. */
  readonly xray: boolean;
  readonly names: boolean;
  /** Colours left and right. */
  readonly sides: boolean;
  readonly ground: boolean;
  /** What the model materials like; not part of the document, it never changes. */
  readonly appearance: Appearance | null;
  /** A pose shown instead of the document's: during playback, hovering and dragging. */
  readonly preview: Pose | null;
  /** Facts about the bound body; null until it can be posed. */
  readonly facts: BodyFacts | null;
  /** Changes whenever the camera should frame the selection. */
  readonly frameRequest: number;
}

export interface ViewState {
  readonly mode: Mode;
  readonly scene: SceneView;
  readonly rig: RigView;
  readonly pose: PoseView;
  readonly explore: ExploreView;
  readonly motion: MotionView;
  readonly export: ExportView;
  readonly session: SessionView;
  /** The open video; null without one. */
  readonly video: VideoView | null;
  readonly tasks: readonly Task[];
  readonly notices: readonly Notice[];
  /** The open dialog. */
  readonly dialog: 'shortcuts' | null;
  readonly question: Question | null;
}

export const INITIAL_VIEW: ViewState = {
  mode: 'open',
  scene: {
    theme: 'dark',
    tool: 'drag',
    selected: -1,
    hovered: -1,
    xray: true,
    names: false,
    sides: false,
    ground: true,
    appearance: null,
    preview: null,
    facts: null,
    frameRequest: 0,
  },
  rig: RIG_VIEW,
  pose: POSE_VIEW,
  explore: EXPLORE_VIEW,
  motion: MOTION_VIEW,
  export: EXPORT_VIEW,
  session: SESSION_VIEW,
  video: null,
  tasks: [],
  notices: [],
  dialog: null,
  question: null,
};
