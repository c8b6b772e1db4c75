/**
 * @file Stored sessions: the model as it was opened is written once, the document after every change, without the
 * records that it shares with the model.
 */

import type { Appearance } from 'posespace/io';
import { type StudioDocument, sketchOf } from '../store/document.js';
import { deleteStored, readAllStored, readStored, type StoreName, writeStored } from './database.js';
import { nameRecords, shareRecords, unshareRecords } from './share-records.js';

/** Increased when the stored records change shape; older sessions are then ignored. */
const FORMAT = 3;
/** Most stored sessions. */
const MOST_SESSIONS = 5;
/** Depth of shared records: the arrays of a skeleton and of each clip, as in model/clips/0/poses. */
const SHARED_DEPTH = 4;

export interface SessionSummary {
  readonly format: number;
  readonly id: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  readonly joints: number;
  readonly clips: number;
  /** The mode. */
  readonly mode: string;
}

export interface SessionBase {
  readonly document: StudioDocument;
  readonly appearance: Appearance;
}

interface StoredDocument {
  readonly format: number;
  readonly document: unknown;
}

/** Writes sessions; remembers which base is stored. */
export function createSessionWriter() {
  let id = '';
  let base: SessionBase | undefined;
  let names = new Map<object, string>();
  return {
    /** Starts another session. */
    begin(next: string, known?: SessionBase): void {
      id = next;
      base = known;
      names = known ? nameRecords(known.document, SHARED_DEPTH) : new Map();
    },
    async write(document: StudioDocument, appearance: Appearance, mode: string): Promise<void> {
      const key = id;
      const values: Partial<Record<StoreName, unknown>> = {};
      // A re-rigged model came from a worker and shares no records.
      if (base?.document.model.source !== document.model.source) {
        base = { document, appearance };
        names = nameRecords(document, SHARED_DEPTH);
        values.bases = { format: FORMAT, ...base };
      }
      values.documents = { format: FORMAT, document: shareRecords(document, names) } satisfies StoredDocument;
      values.summaries = summarize(key, document, mode);
      try {
        await writeOrMakeRoom(key, values);
      } catch (error) {
        if (values.bases) base = undefined;
        throw error;
      }
    },
  };
}

function summarize(id: string, { model }: StudioDocument, mode: string): SessionSummary {
  return {
    format: FORMAT,
    id,
    name: model.name,
    savedAt: Date.now(),
    joints: model.skeleton?.names.length ?? 0,
    clips: model.clips.length,
    mode,
  };
}

/** Writes at once, since the page may be closing; deletes the oldest sessions where storage is full. */
async function writeOrMakeRoom(id: string, values: Partial<Record<StoreName, unknown>>): Promise<void> {
  let oldest: SessionSummary[] | undefined;
  for (;;) {
    try {
      await writeStored(id, values);
      break;
    } catch (error) {
      oldest ??= (await listSessions()).filter((summary) => summary.id !== id);
      const oldestSession = oldest.pop();
      if (!isQuotaError(error) || !oldestSession) throw error;
      await deleteStored(oldestSession.id);
    }
  }
  if (!values.bases) return;
  for (const { id: old } of (await listSessions()).slice(MOST_SESSIONS)) await deleteStored(old);
}

export const isQuotaError = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

/** All sessions, newest first. */
export async function listSessions(): Promise<SessionSummary[]> {
  const summaries = (await readAllStored('summaries')).filter(isSummary);
  return summaries.sort((a, b) => b.savedAt - a.savedAt);
}

export function isSummary(value: unknown): value is SessionSummary {
  const { format, id, name, savedAt } = (value ?? {}) as Partial<Record<keyof SessionSummary, unknown>>;
  return (
    format === FORMAT && typeof id === 'string' && typeof name === 'string' && typeof savedAt === 'number'
  );
}

export interface RestoredSession {
  readonly base: SessionBase;
  readonly document: StudioDocument;
}

/** Reads a session; undefined where it is incomplete. */
export async function readSession(id: string): Promise<RestoredSession | undefined> {
  const [base, stored] = await Promise.all([readStored('bases', id), readStored('documents', id)]);
  return joinSession(base, stored);
}

/** Joins base and changes; undefined where they are invalid. */
export function joinSession(base: unknown, stored: unknown): RestoredSession | undefined {
  try {
    const { format, document, appearance } = base as SessionBase & { readonly format: number };
    const changed = stored as StoredDocument;
    if (format !== FORMAT || changed.format !== FORMAT) return undefined;
    const restored = unshareRecords(changed.document, document) as StudioDocument;
    return isComplete(restored) && appearance.normals.length === restored.model.mesh.positions.length
      ? { base: { document, appearance }, document: restored }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a document has everything that the stage and the workers rely on. */
function isComplete({ model, pose, pins, library, sketch, drafts = [] }: StudioDocument): boolean {
  const { skeleton, skin, anatomy, mesh, clips, source } = model;
  if (!skeleton || !source?.gltf?.json || !(mesh.positions instanceof Float32Array)) return false;
  const joints = skeleton.parents.length;
  const fits = (rotations: unknown) =>
    ArrayBuffer.isView(rotations) && (rotations as Float32Array).length === joints * 4;
  return (
    skeleton.names.length === joints &&
    skeleton.rest.length === joints * 3 &&
    (!skin || skin.joints.length === skin.weights.length) &&
    anatomy?.role.length === joints &&
    fits(pose.rotations) &&
    pose.root.length === 3 &&
    Array.isArray(pins) &&
    library.every((one) => fits(one.pose.rotations)) &&
    [sketch, ...drafts, ...clips.flatMap((clip) => sketchOf(clip) ?? [])].every(({ keys }) =>
      keys.every((key) => fits(key.pose.rotations)),
    ) &&
    clips.every((clip) => clip.poses.every((one) => fits(one.rotations)))
  );
}

export const deleteSession = (id: string): Promise<void> => deleteStored(id);
