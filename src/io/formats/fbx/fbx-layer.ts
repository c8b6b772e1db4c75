/**
 * @file Normals, texture coordinates, colours and material numbers of an FBX geometry: each layer says by what its
 * values are counted and whether through an index.
 */

import { type FbxNode, type FbxNumbers, findChild, numbersOf, textOf } from './fbx-node.js';

export interface FbxLayer {
  readonly values: FbxNumbers;
  /** Numbers per value. */
  readonly width: number;
  readonly mapping: 'corner' | 'point' | 'polygon' | 'all';
  /** Where values go through an index. */
  readonly index?: FbxNumbers;
}

const MAPPINGS: Readonly<Record<string, FbxLayer['mapping']>> = {
  ByPolygonVertex: 'corner',
  ByVertice: 'point',
  ByVertex: 'point',
  ByPolygon: 'polygon',
  AllSame: 'all',
};

/** How many values a layer must be able to give. */
export interface LayerSizes {
  readonly corner: number;
  readonly point: number;
  readonly polygon: number;
}

/**
 * The first layer of a kind. `undefined` where there is none; `'damaged'` where one of its values would lie
 * outside of it, or it is counted by something we do not know.
 */
export function readLayer(
  geometry: FbxNode,
  element: string,
  data: string,
  indices: readonly string[],
  width: number,
  sizes: LayerSizes,
): FbxLayer | 'damaged' | undefined {
  const node = findChild(geometry, element);
  if (!node) return undefined;
  const values = numbersOf(findChild(node, data));
  if (values.length === 0) return undefined;
  const mapping = MAPPINGS[textOf(findChild(node, 'MappingInformationType'))];
  if (!mapping) return 'damaged';
  const direct = textOf(findChild(node, 'ReferenceInformationType')) === 'Direct';
  const indexNode = direct ? undefined : indices.map((name) => findChild(node, name)).find(Boolean);
  const index = indexNode && numbersOf(indexNode);
  const wanted = mapping === 'all' ? 1 : sizes[mapping];
  if (index ? index.length < wanted : values.length < wanted * width) return 'damaged';
  if (index) {
    const count = Math.floor(values.length / width);
    for (let i = 0; i < wanted; i++)
      if (!(index[i] >= 0 && index[i] < count && Number.isInteger(index[i]))) return 'damaged';
  }
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) return 'damaged';
  return { values, width, mapping, index };
}

/** Where the value of a corner begins in the layer's numbers. */
export function layerOffset(layer: FbxLayer, corner: number, point: number, polygon: number): number {
  const { mapping, index, width } = layer;
  const at =
    mapping === 'corner' ? corner : mapping === 'point' ? point : mapping === 'polygon' ? polygon : 0;
  return (index ? index[at] : at) * width;
}
