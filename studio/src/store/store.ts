/**
 * @file The store: the document with its history, and the view. Functions that change it are here and in
 * `features/<mode>/actions`; components read it through `useStudio(selector)`.
 */

import type { Pose, Skeleton } from 'posespace/rig';
import { create } from 'zustand';
import { type CallOptions, isAborted, WorkError } from '../workers/worker-client.js';
import type { StudioDocument } from './document.js';
import { type History, record, redo, startHistory, undo } from './history.js';
import { INITIAL_VIEW, type Notice, type Question, type ViewState } from './view-state.js';
import type { VideoView } from './views/video-view.js';

export interface StudioState {
  /** Null until something is open. */
  readonly history: History<StudioDocument> | null;
  readonly view: ViewState;
}

export const useStudio = create<StudioState>()(() => ({ history: null, view: INITIAL_VIEW }));

const { getState, setState } = useStudio;

/** The document; null until something is open. */
export const documentOf = ({ history }: StudioState): StudioDocument | null =>
  history?.present.document ?? null;

/** The visible pose. */
export const shownPose = (state: StudioState): Pose | null =>
  state.view.scene.preview ?? documentOf(state)?.pose ?? null;

export const skeletonOf = (state: StudioState): Skeleton | null => documentOf(state)?.model.skeleton ?? null;

/** The document; throws where nothing is open. */
export function currentDocument(): StudioDocument {
  const document = documentOf(getState());
  if (!document) throw new WorkError('bad-usage', 'Open a file or a sample creature first.');
  return document;
}

/** Starts a history with a document. */
export function replaceDocument(document: StudioDocument): void {
  setState({ history: startHistory(document) });
}

/**
 * Changes the document. Changes with the same `gesture` object (one drag, one slider) are one history step.
 */
export function change(
  label: string,
  recipe: (document: StudioDocument) => StudioDocument,
  gesture?: unknown,
): void {
  setState(({ history }) =>
    history ? { history: record(history, recipe(history.present.document), label, gesture) } : {},
  );
}

/** Amends the last history step, for instance with a keyframe for the pose that it changed. */
export function amendChange(recipe: (document: StudioDocument) => StudioDocument): void {
  setState(({ history }) => {
    if (!history) return {};
    const { present } = history;
    return { history: { ...history, present: { ...present, document: recipe(present.document) } } };
  });
}

export function undoChange(): void {
  setState(({ history }) => (history ? { history: undo(history) } : {}));
  setView('scene', { preview: null });
}

export function redoChange(): void {
  setState(({ history }) => (history ? { history: redo(history) } : {}));
  setView('scene', { preview: null });
}

/** Changes a part of the view. */
export function setView<Part extends 'scene' | 'rig' | 'pose' | 'explore' | 'motion' | 'export' | 'session'>(
  part: Part,
  patch: Partial<ViewState[Part]>,
): void {
  setState(({ view }) => ({ view: { ...view, [part]: { ...view[part], ...patch } } }));
}

/** Opens, changes or closes the video. */
export function setVideo(video: VideoView | null): void {
  setState(({ view }) => ({ view: { ...view, video } }));
}

/** Changes the open video. */
export function changeVideo(patch: Partial<VideoView>): void {
  setState(({ view }) => (view.video ? { view: { ...view, video: { ...view.video, ...patch } } } : {}));
}

export function showMode(mode: ViewState['mode']): void {
  setState(({ view }) => ({ view: { ...view, mode, scene: { ...view.scene, preview: null } } }));
}

export function showDialog(dialog: ViewState['dialog']): void {
  setState(({ view }) => ({ view: { ...view, dialog } }));
}

/** Asks the user; an open question is dropped. Null where none of the answers was chosen. */
export function ask<Value extends string>(
  question: Omit<Question, 'answer' | 'answers'> & {
    readonly answers: readonly (Question['answers'][number] & { readonly value: Value })[];
  },
): Promise<Value | null> {
  getState().view.question?.answer(null);
  return new Promise((resolve) => {
    const answer = (value: string | null) => {
      setState(({ view }) => ({ view: { ...view, question: null } }));
      resolve(value as Value | null);
    };
    setState(({ view }) => ({ view: { ...view, question: { ...question, answer } } }));
  });
}

let nextId = 1;

export function notify(
  severity: Notice['severity'],
  message: string,
  fix?: string,
  action?: Notice['action'],
): void {
  const notice = { id: nextId++, severity, message, fix, action };
  setState(({ view }) => ({ view: { ...view, notices: [...view.notices.slice(-3), notice] } }));
}

export function dismiss(id: number): void {
  setState(({ view }) => ({ view: { ...view, notices: view.notices.filter((notice) => notice.id !== id) } }));
}

/**
 * Runs a task with progress and a cancel button, and shows its errors. Returns undefined where it was cancelled or
 * failed.
 */
export async function runTask<Result>(
  label: string,
  work: (options: Required<CallOptions>) => Promise<Result>,
): Promise<Result | undefined> {
  const id = nextId++;
  const controller = new AbortController();
  const update = (patch: { readonly stage: string; readonly fraction: number }) =>
    setState(({ view }) => ({
      view: { ...view, tasks: view.tasks.map((task) => (task.id === id ? { ...task, ...patch } : task)) },
    }));
  const task = { id, label, stage: '', fraction: -1, cancel: () => controller.abort() };
  setState(({ view }) => ({ view: { ...view, tasks: [...view.tasks, task] } }));
  try {
    return await work({ signal: controller.signal, onProgress: update });
  } catch (error) {
    if (!isAborted(error)) notify('error', errorMessage(error));
    return undefined;
  } finally {
    setState(({ view }) => ({ view: { ...view, tasks: view.tasks.filter((other) => other.id !== id) } }));
  }
}

/** The message of an error, without the function name at its start. */
export function errorMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const bare = message.replace(/^[a-z]+(\/[a-zA-Z/]+)?: /, '');
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}
