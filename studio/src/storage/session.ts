/**
 * @file Sessions: what was open, and what was made of it. The base (the model as it was opened) is written once, the
 * document after every rest of the hand, without what it shares with the base.
 */

import type { Appearance } from 'posespace/io';
import type { StudioDocument } from '../store/document.js';
import { deleteStored, readAllStored, readStored, type StoreName, writeStored } from './database.js';
import { nameRecords, shareRecords, unshareRecords } from './share-records.js';

/** Goes up when what is stored changes shape; older sessions are then forgotten. */
const FORMAT = 2;
/** Sessions that are stored. */
const MOST_SESSIONS = 5;
/** Deep enough for the arrays of a skeleton and each clip: model/clips/0/poses. */
const SHARED_DEPTH = 4;

export interface SessionSummary {
  readonly format: number;
  readonly id: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  readonly joints: number;
  readonly clips: number;
  /** What was being done. */
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

/** Writes sessions; remembers which base the storage has. */
export function createSessionWriter() {
  let id = '';
  let base: SessionBase | undefined;
  let names = new Map<object, string>();
  return {
    /** From now on another session is written. */
    begin(next: string, known?: SessionBase): void {
      id = next;
      base = known;
      names = known ? nameRecords(known.document, SHARED_DEPTH) : new Map();
    },
    async write(document: StudioDocument, appearance: Appearance, mode: string): Promise<void> {
      const key = id;
      const values: Partial<Record<StoreName, unknown>> = {};
      // A model that was rigged anew came through a worker: nothing of it is what it was.
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

/** Writes at once, as the page may be about to close; where there is no room, the oldest sessions go. */
async function writeOrMakeRoom(id: string, values: Partial<Record<StoreName, unknown>>): Promise<void> {
  let oldest: SessionSummary[] | undefined;
  for (;;) {
    try {
      await writeStored(id, values);
      break;
    } catch (error) {
      oldest ??= (await listSessions()).filter((summary) => summary.id !== id);
      const victim = oldest.pop();
      if (!isQuotaError(error) || !victim) throw error;
      await deleteStored(victim.id);
    }
  }
  if (!values.bases) return;
  for (const { id: old } of (await listSessions()).slice(MOST_SESSIONS)) await deleteStored(old);
}

export const isQuotaError = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

/** What is stored, newest first. */
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

/** A session as it was left; undefined where it is not whole. */
export async function readSession(id: string): Promise<RestoredSession | undefined> {
  const [base, stored] = await Promise.all([readStored('bases', id), readStored('documents', id)]);
  return joinSession(base, stored);
}

/** Puts base and changes together; undefined where they are not what they should be. */
export function joinSession(base: unknown, stored: unknown): RestoredSession | undefined {
  try {
    const { format, document, appearance } = base as SessionBase & { readonly format: number };
    const changed = stored as StoredDocument;
    if (format !== FORMAT || changed.format !== FORMAT) return undefined;
    const restored = unshareRecords(changed.document, document) as StudioDocument;
    return isWhole(restored) && appearance.normals.length === restored.model.mesh.positions.length
      ? { base: { document, appearance }, document: restored }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Whether everything that the stage and the workers take for granted is there. */
function isWhole({ model, pose, partners, pins, library, sketch }: StudioDocument): boolean {
  const { skeleton, skin, mesh, clips, source } = model;
  if (!skeleton || !source?.gltf?.json || !(mesh.positions instanceof Float32Array)) return false;
  const joints = skeleton.parents.length;
  const fits = (rotations: unknown) =>
    ArrayBuffer.isView(rotations) && (rotations as Float32Array).length === joints * 4;
  return (
    skeleton.names.length === joints &&
    skeleton.rest.length === joints * 3 &&
    (!skin || skin.joints.length === skin.weights.length) &&
    partners.length === joints &&
    fits(pose.rotations) &&
    pose.root.length === 3 &&
    Array.isArray(pins) &&
    library.every((one) => fits(one.pose.rotations)) &&
    sketch.keys.every((key) => fits(key.pose.rotations)) &&
    clips.every((clip) => clip.poses.every((one) => fits(one.rotations)))
  );
}

export const deleteSession = (id: string): Promise<void> => deleteStored(id);
