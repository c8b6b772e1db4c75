/**
 * @file Reads STL, text or binary. STL repeats every corner: equal positions become one vertex, so that the
 * result is a surface and not a heap of triangles. Facet normals only repeat the winding and are left out.
 *
 * Our own: three's STLLoader gives back the heap, reads past the end where the triangle count lies, and searches
 * text with regular expressions that go quadratic where facets never end.
 */

import { PosespaceError, requireInput } from '../../base/errors.js';
import { createGltfBuilder } from '../gltf/builder.js';
import type { GltfSource } from '../gltf/container.js';
import type { GltfPrimitive } from '../gltf/gltf-json.js';
import { checkByteLimit, checkElementLimit } from '../limits.js';
import { addNode, addSurface } from './add-surface.js';
import { bitsOf, gatherRows, indexRows } from './index-rows.js';
import { type ReadContext, stemOf } from './read-context.js';
import { scanText } from './text-scanner.js';

interface Solid {
  readonly name: string;
  /** [3 T, 3] */
  readonly corners: Float32Array;
}

const HEADER_BYTES = 84;
const FACET_BYTES = 50;

/** Reads an STL as a glTF document: a node per solid. */
export function readStl(bytes: Uint8Array, context: ReadContext): GltfSource {
  checkByteLimit(bytes.length, context.limits);
  const solids = (isText(bytes) ? parseText(bytes, context) : parseBinary(bytes, context)).filter(
    (solid) => solid.corners.length > 0,
  );
  requireInput(solids.length > 0, 'io/readStl: the file has no triangles; export it again');
  const builder = createGltfBuilder();
  for (const { name, corners } of solids) {
    const { indices, first } = indexRows(bitsOf(corners), 3);
    const primitives: GltfPrimitive[] = [
      addSurface(builder, { positions: gatherRows(corners, 3, first), triangles: indices }),
    ];
    addNode(builder, { name, mesh: builder.add('meshes', { name, primitives }) });
  }
  return builder.finish();
}

/** Binary files may begin with "solid" too, so the size decides first. */
function isText(bytes: Uint8Array): boolean {
  if (bytes.length >= HEADER_BYTES && bytes.length === HEADER_BYTES + FACET_BYTES * facetCount(bytes))
    return false;
  const head = new TextDecoder().decode(bytes.subarray(0, 512));
  return /^\s*solid/i.test(head) && !head.includes('\0');
}

const facetCount = (bytes: Uint8Array): number =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(80, true);

function checkFinite(value: number, where: string): number {
  if (!Number.isFinite(value)) {
    throw new PosespaceError('bad-input', `io/readStl: ${where} has no finite coordinates; repair the file`);
  }
  return value;
}

function parseBinary(bytes: Uint8Array, context: ReadContext): Solid[] {
  requireInput(
    bytes.length >= HEADER_BYTES,
    `io/readStl: not an STL file; it has ${bytes.length} bytes, a header alone has ${HEADER_BYTES}`,
  );
  const count = facetCount(bytes);
  requireInput(
    HEADER_BYTES + FACET_BYTES * count <= bytes.length,
    `io/readStl: the file claims ${count} triangles, there is room for ${Math.floor((bytes.length - HEADER_BYTES) / FACET_BYTES)}; it is truncated, fetch it again`,
  );
  checkElementLimit('triangle corners', count * 3, context.limits);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const corners = new Float32Array(count * 9);
  for (let t = 0; t < count; t++) {
    const at = HEADER_BYTES + t * FACET_BYTES + 12;
    for (let k = 0; k < 9; k++)
      corners[t * 9 + k] = checkFinite(view.getFloat32(at + k * 4, true), `triangle ${t}`);
  }
  return [{ name: stemOf(context), corners }];
}

function parseText(bytes: Uint8Array, context: ReadContext): Solid[] {
  const scanner = scanText(bytes);
  const solids: Solid[] = [];
  let name = '';
  let corners: number[] = [];
  let loop: number[] = [];
  let total = 0;
  const close = (): void => {
    if (corners.length > 0)
      solids.push({ name: name || stemOf(context), corners: new Float32Array(corners) });
    corners = [];
  };
  while (scanner.nextLine()) {
    const key = scanner.word().toLowerCase();
    if (key === 'solid') {
      close();
      name = scanner.rest();
    } else if (key === 'facet' || key === 'outer') loop = [];
    else if (key === 'vertex') {
      for (let k = 0; k < 3; k++)
        loop.push(checkFinite(Math.fround(scanner.number()), `line ${scanner.line}`));
    } else if (key === 'endloop') {
      requireInput(
        loop.length === 9,
        `io/readStl: the facet that ends on line ${scanner.line} has ${loop.length / 3} corners; STL facets have three`,
      );
      corners.push(...loop);
      loop = [];
      total += 3;
      checkElementLimit('triangle corners', total, context.limits);
    }
  }
  requireInput(
    loop.length === 0,
    'io/readStl: the last facet has no end; the file is truncated, fetch it again',
  );
  close();
  requireInput(
    solids.length <= context.limits.maxNodes,
    `io/readStl: the file has ${solids.length} solids, the limit is ${context.limits.maxNodes}; raise maxNodes to read it`,
  );
  return solids;
}
