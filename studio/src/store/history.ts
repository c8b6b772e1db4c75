/**
 * @file The undo history: documents with a label each. Changes with the same `gesture` (one drag, one slider) are one
 * step.
 */

export interface HistoryStep<Document> {
  readonly document: Document;
  /** The action, for the undo tooltip: "Drag left foot". */
  readonly label: string;
  readonly gesture?: unknown;
}

export interface History<Document> {
  readonly past: readonly HistoryStep<Document>[];
  readonly present: HistoryStep<Document>;
  readonly future: readonly HistoryStep<Document>[];
}

/** Most steps. */
const MOST_STEPS = 200;

export const startHistory = <Document>(document: Document): History<Document> => ({
  past: [],
  present: { document, label: 'Open' },
  future: [],
});

export function record<Document>(
  history: History<Document>,
  document: Document,
  label: string,
  gesture?: unknown,
): History<Document> {
  if (document === history.present.document) return history;
  const present = { document, label, gesture };
  if (gesture !== undefined && gesture === history.present.gesture)
    return { ...history, present, future: [] };
  return { past: [...history.past, history.present].slice(-MOST_STEPS), present, future: [] };
}

export function undo<Document>(history: History<Document>): History<Document> {
  const { past, present, future } = history;
  if (past.length === 0) return history;
  return { past: past.slice(0, -1), present: past[past.length - 1], future: [present, ...future] };
}

export function redo<Document>(history: History<Document>): History<Document> {
  const { past, present, future } = history;
  if (future.length === 0) return history;
  return { past: [...past, present], present: future[0], future: future.slice(1) };
}
