/**
 * @file The files of a pose model: a card and two networks. The reader is passed in, so that a folder, a server and a
 * cache work alike. Sizes and hashes are checked, or a broken download would only show as nonsense poses.
 */

import { PosespaceError } from '../../base/errors.js';
import type { Network } from '../../nets/network.js';
import { type OpenNetworkOptions, openNetwork } from '../../nets/open-network.js';
import { STATE_CHANNELS, STATE_SCALE } from '../records/pose-state.js';
import { FEATURE_COUNT } from '../records/rig-features.js';

/** One file of a model. */
export interface ModelFile {
  /** Beside the card. */
  readonly path: string;
  readonly bytes: number;
  /** Of its bytes, in hexadecimal. */
  readonly sha256: string;
}

/** What is needed of a card; it holds more for people to read. */
export interface PoseModelCard {
  readonly name: string;
  readonly version: number;
  readonly files: { readonly encoder: ModelFile; readonly step: ModelFile };
  readonly features: number;
  readonly state: number;
  readonly handles: number;
  readonly scales: { readonly rotation: number; readonly height: number; readonly position: number };
}

/** A model as bytes. */
export interface PoseModelFiles {
  readonly card: PoseModelCard;
  readonly encoder: Uint8Array;
  readonly step: Uint8Array;
}

/** A model ready to run; many pose spaces can share it. */
export interface PoseModel {
  readonly card: PoseModelCard;
  /** Once per rig: features, hops, relations → context, bias. */
  readonly encoder: Network;
  /** One step: state, time, handles, context, bias → clean. */
  readonly step: Network;
  close(): Promise<void>;
}

/** Channels per joint that encode handles: a flag, a position and a displacement. */
export const HANDLE_CHANNELS = 7;

/** Larger files than this are not ours. */
const MOST_BYTES = 256 * 2 ** 20;

/** Reads a model; `read` gets paths relative to the model's folder. */
export async function loadPoseModel(read: (path: string) => Promise<Uint8Array>): Promise<PoseModelFiles> {
  const card = parseCard(await read('card.json'));
  const [encoder, step] = await Promise.all(
    [card.files.encoder, card.files.step].map(async (file) => checkFile(file, await read(file.path))),
  );
  return { card, encoder, step };
}

/** Opens the networks of a model. */
export async function openPoseModel(
  files: PoseModelFiles,
  options: OpenNetworkOptions = {},
): Promise<PoseModel> {
  const encoder = await openNetwork(files.encoder, options);
  // What is to be said of the runtime is said once.
  const step = await openNetwork(files.step, { ...options, onFinding: undefined });
  return {
    card: files.card,
    encoder,
    step,
    close: async () => {
      await encoder.close();
      await step.close();
    },
  };
}

function parseCard(bytes: Uint8Array): PoseModelCard {
  let card: PoseModelCard;
  try {
    card = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw badModel('card.json is not JSON');
  }
  for (const name of ['encoder', 'step'] as const) {
    const file = card?.files?.[name];
    // The path of a card from somewhere must not lead out of its folder.
    if (!/^[\w-]+(\.[\w-]+)*$/.test(String(file?.path)) || !(file.bytes > 0 && file.bytes <= MOST_BYTES)) {
      throw badModel(`card.json names no file for the ${name}`);
    }
  }
  const { rotation, height, position } = card.scales ?? {};
  const known =
    card.features === FEATURE_COUNT &&
    card.state === STATE_CHANNELS &&
    card.handles === HANDLE_CHANNELS &&
    rotation === STATE_SCALE.rotation &&
    height === STATE_SCALE.height &&
    position === STATE_SCALE.position;
  if (!known) throw badModel('it is for another version of posespace');
  return card;
}

async function checkFile(file: ModelFile, bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes.length !== file.bytes) {
    throw badModel(`${file.path} has ${bytes.length} bytes where the card says ${file.bytes}`);
  }
  // Pages that are not served securely have no hashes; the size has been checked.
  if (globalThis.crypto?.subtle) {
    const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
    const found = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
    if (found !== file.sha256) throw badModel(`${file.path} is not the file that the card describes`);
  }
  return bytes;
}

const badModel = (what: string): PosespaceError =>
  new PosespaceError('bad-input', `pose/loadPoseModel: ${what}; get the model again`);
