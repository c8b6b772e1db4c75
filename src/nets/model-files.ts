/**
 * @file The files of a model: a card and some networks. The reader is passed in, so that a folder, a server and a cache
 * work alike. Sizes and hashes are checked, or a broken download would only show as nonsense results.
 */

import { PosespaceError } from '../base/errors.js';

/** One file of a model. */
export interface ModelFile {
  /** Beside the card. */
  readonly path: string;
  readonly bytes: number;
  /** Of its bytes, in hexadecimal. */
  readonly sha256: string;
}

/** What every card holds. */
export interface ModelCard<Name extends string> {
  readonly name: string;
  readonly version: number;
  readonly files: Readonly<Record<Name, ModelFile>>;
}

/** Larger files than this are not ours. */
const MOST_BYTES = 256 * 2 ** 20;

/** Reads a model; `read` gets paths relative to the model's folder, `isKnown` says whether this version can run it. */
export async function readModelFiles<Name extends string, Card extends ModelCard<Name>>(
  read: (path: string) => Promise<Uint8Array>,
  names: readonly Name[],
  isKnown: (card: Card) => boolean,
): Promise<{ card: Card } & Record<Name, Uint8Array>> {
  const card = parseCard<Name, Card>(await read('card.json'), names);
  if (!isKnown(card)) throw badModel('it is for another version of posespace');
  const contents = await Promise.all(
    names.map(async (name) => [name, await checkFile(card.files[name], await read(card.files[name].path))]),
  );
  return { card, ...(Object.fromEntries(contents) as Record<Name, Uint8Array>) };
}

function parseCard<Name extends string, Card extends ModelCard<Name>>(
  bytes: Uint8Array,
  names: readonly Name[],
): Card {
  let card: Card;
  try {
    card = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw badModel('card.json is not JSON');
  }
  for (const name of names) {
    const file = card?.files?.[name];
    // The path of a card from somewhere must not lead out of its folder.
    if (!/^[\w-]+(\.[\w-]+)*$/.test(String(file?.path)) || !(file.bytes > 0 && file.bytes <= MOST_BYTES)) {
      throw badModel(`card.json names no file for the ${name}`);
    }
  }
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
  new PosespaceError('bad-input', `nets/readModelFiles: ${what}; get the model again`);
