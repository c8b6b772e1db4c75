/**
 * @file A Collada document as its readers need it: elements by id, and the arrays of numbers behind its inputs.
 *
 * Source: Khronos, "COLLADA – Digital Asset Schema Release 1.4.1", 2008.
 */

import { PosespaceError, requireInput } from '../../../base/errors.js';
import type { Finding } from '../../../base/finding.js';
import type { Budget } from '../../read-budget.js';
import { childrenNamed, findElement, type XmlElement } from '../parse-xml.js';

export interface DaeDocument {
  readonly root: XmlElement;
  readonly budget: Budget;
  readonly findings: Finding[];
  /** The element that `#id` refers to. */
  byUrl(url: string | undefined): XmlElement | undefined;
}

export function indexDae(root: XmlElement, budget: Budget, findings: Finding[]): DaeDocument {
  const byId = new Map<string, XmlElement>();
  const stack = [root];
  for (let element = stack.pop(); element; element = stack.pop()) {
    const id = element.attributes.get('id');
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
    stack.push(...element.children);
  }
  return {
    root,
    budget,
    findings,
    byUrl: (url) => (url === undefined ? undefined : byId.get(url.slice(url.indexOf('#') + 1))),
  };
}

/** A source: rows of numbers, or of names. */
export interface DaeSource {
  readonly numbers: Float64Array;
  readonly names: readonly string[];
  /** Numbers per row. */
  readonly stride: number;
  /** Where the first row begins. */
  readonly offset: number;
}

/** A number; exporters on machines with a decimal comma write 0,5. */
export const numberIn = (word: string): number => Number(word.includes(',') ? word.replace(',', '.') : word);

const WORD = /\S+/g;
const WORD_BYTES = 40;

/** The numbers in the text of an element. */
export function numbersIn(element: XmlElement | undefined, budget: Budget): Float64Array {
  const text = element?.text ?? '';
  // Counted before they are cut apart: a word costs more than the two characters that it may take in the file.
  let count = 0;
  for (const _ of text.matchAll(WORD)) count++;
  budget('numbers', count, WORD_BYTES);
  return Float64Array.from(text.match(WORD) ?? [], numberIn);
}

/** An input of a mesh, skin or sampler. */
export interface DaeInput {
  readonly semantic: string;
  readonly source: string;
  readonly offset: number;
  readonly set: number;
}

export const inputsOf = (element: XmlElement | undefined): DaeInput[] =>
  childrenNamed(element, 'input').map(({ attributes }) => ({
    semantic: attributes.get('semantic') ?? '',
    source: attributes.get('source') ?? '',
    offset: indexOf(attributes.get('offset')),
    set: indexOf(attributes.get('set')),
  }));

const MAX_OFFSET = 64;

function indexOf(text: string | undefined): number {
  const value = Number(text ?? 0);
  requireInput(
    Number.isInteger(value) && value >= 0 && value <= MAX_OFFSET,
    `io/readDae: an input has offset or set "${text?.slice(0, 20)}"; the file is damaged`,
  );
  return value;
}

export function readSource(document: DaeDocument, url: string): DaeSource {
  const element = document.byUrl(url);
  if (element?.name !== 'source') {
    throw new PosespaceError(
      'bad-input',
      `io/readDae: there is no source "${url.slice(0, 60)}"; the file is damaged`,
    );
  }
  const accessor = findElement(element, 'technique_common', 'accessor');
  const names = findElement(element, 'Name_array') ?? findElement(element, 'IDREF_array');
  const stride = Number(accessor?.attributes.get('stride') ?? 1);
  const offset = Number(accessor?.attributes.get('offset') ?? 0);
  requireInput(
    Number.isInteger(stride) && stride >= 1 && stride <= 64 && Number.isInteger(offset) && offset >= 0,
    `io/readDae: source "${url.slice(0, 60)}" has stride ${stride} and offset ${offset}; the file is damaged`,
  );
  return {
    numbers: names ? new Float64Array(0) : numbersIn(findElement(element, 'float_array'), document.budget),
    names: names?.text.match(/\S+/g) ?? [],
    stride,
    offset,
  };
}
