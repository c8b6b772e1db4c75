/**
 * @file Parses XML into a tree of elements, as far as Collada and 3MF use it.
 *
 * Our own, because what makes general parsers dangerous is what these formats do without: a document type is skipped,
 * entities beyond the five predefined ones and character numbers are not expanded, so a small file stays small. Number
 * of elements and depth are limited.
 */

import { PosespaceError, requireInput } from '../../base/errors.js';
import type { Budget } from '../read-budget.js';
import { toUtf8 } from './to-utf8.js';

export interface XmlElement {
  /** Without a namespace prefix. */
  readonly name: string;
  /** Parsed anew at every look. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The text directly inside. */
  readonly text: string;
}

/** Kept small, for files with millions of them: attributes stay text until somebody asks, an empty list is shared. */
class Draft implements XmlElement {
  readonly name: string;
  readonly #tag: string;
  children: Draft[] = NONE;
  text = '';

  constructor(name: string, tag: string) {
    this.name = name;
    this.#tag = tag;
  }

  get attributes(): ReadonlyMap<string, string> {
    return parseAttributes(this.#tag);
  }
}

const NONE: Draft[] = [];
/** Memory of an element without its text, and elements that are charged at once. */
const ELEMENT_BYTES = 128;
const CHARGED = 1024;

const MAX_DEPTH = 256;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The root element. */
export function parseXml(bytes: Uint8Array, budget: Budget, verb: string): XmlElement {
  budget('XML texts', 1, bytes.length);
  const source = new TextDecoder().decode(toUtf8(bytes));
  const stack: Draft[] = [];
  let root: Draft | undefined;
  let count = 0;
  let at = 0;
  const damaged = (what: string): never => {
    throw new PosespaceError('bad-input', `io/${verb}: the XML ${what}; the file is damaged, fetch it again`);
  };
  const end = (mark: string, from: number): number => {
    const found = source.indexOf(mark, from);
    return found < 0 ? damaged('ends inside a tag') : found;
  };
  const addText = (text: string): void => {
    if (stack.length > 0 && text !== '') stack[stack.length - 1].text += text;
  };
  while (at < source.length) {
    const open = source.indexOf('<', at);
    if (open < 0) break;
    addText(decodeText(source.slice(at, open)));
    if (source.startsWith('<!--', open)) at = end('-->', open) + 3;
    else if (source.startsWith('<![CDATA[', open)) {
      const stop = end(']]>', open);
      addText(source.slice(open + 9, stop));
      at = stop + 3;
    } else if (source.startsWith('<?', open)) at = end('?>', open) + 2;
    else if (source.startsWith('<!', open)) at = skipDoctype(source, open, damaged);
    else if (source[open + 1] === '/') {
      const close = end('>', open);
      const name = localName(source.slice(open + 2, close).trim());
      if (stack.pop()?.name !== name) damaged(`closes "${name.slice(0, 40)}", which is not open`);
      at = close + 1;
    } else {
      const close = tagEnd(source, open, damaged);
      const empty = source[close - 1] === '/';
      const element = parseTag(source.slice(open + 1, empty ? close - 1 : close), damaged);
      if (count++ % CHARGED === 0) budget('XML elements', CHARGED, ELEMENT_BYTES);
      requireInput(
        stack.length < MAX_DEPTH,
        `io/${verb}: the XML is nested deeper than ${MAX_DEPTH}; flatten it`,
      );
      if (stack.length === 0) root ??= element;
      else {
        const above = stack[stack.length - 1];
        if (above.children === NONE) above.children = [element];
        else above.children.push(element);
      }
      if (!empty) stack.push(element);
      at = close + 1;
    }
  }
  if (stack.length > 0) damaged(`never closes "${stack[stack.length - 1].name.slice(0, 40)}"`);
  return root ?? damaged('has no element');
}

/** Children of a name. */
export const childrenNamed = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

/** The element at the end of a path of names, the first of each. */
export function findElement(
  element: XmlElement | undefined,
  ...path: readonly string[]
): XmlElement | undefined {
  let at = element;
  for (const name of path) at = at?.children.find((child) => child.name === name);
  return at;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The `>` that ends a tag: one inside quotes does not. */
function tagEnd(source: string, open: number, damaged: (what: string) => never): number {
  let quote = '';
  for (let i = open + 1; i < source.length; i++) {
    const char = source[i];
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '>') return i;
  }
  return damaged('ends inside a tag');
}

/** The end of a document type: what it declares is in brackets. */
function skipDoctype(source: string, open: number, damaged: (what: string) => never): number {
  let depth = 0;
  for (let i = open; i < source.length; i++) {
    if (source[i] === '[') depth++;
    else if (source[i] === ']') depth--;
    else if (source[i] === '>' && depth <= 0) return i + 1;
  }
  return damaged('ends inside its document type');
}

const ATTRIBUTE = /([^\s=]+)\s*=\s*("[^"]*"|'[^']*')/y;

function parseTag(tag: string, damaged: (what: string) => never): Draft {
  const name = /^[^\s"'<>=]+/.exec(tag)?.[0] ?? damaged('has a tag without a name');
  return new Draft(localName(name), tag.length === name.length ? '' : tag.slice(name.length));
}

function parseAttributes(tag: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (let at = 0; ; at = ATTRIBUTE.lastIndex) {
    while (at < tag.length && /\s/.test(tag[at])) at++;
    ATTRIBUTE.lastIndex = at;
    const match = at < tag.length && ATTRIBUTE.exec(tag);
    if (!match) return attributes;
    attributes.set(localName(match[1]), decodeText(match[2].slice(1, -1)));
  }
}

function decodeText(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]+);/gi, (whole, entity: string) => {
    if (entity[0] !== '#') return ENTITIES[entity] ?? whole;
    const code = entity[1] === 'x' ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
