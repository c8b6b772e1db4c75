/** @file A picture of frames that riggers rigged one by one: a row per rigger, every joint's weights in a colour of its own. */

import type { MeshSequence } from '../../src/mesh/mesh-sequence.js';
import { contactSheet, type Tile } from '../../src/render/contact-sheet.js';
import type { Image } from '../../src/render/image.js';
import { renderRig } from '../../src/render/render-rig.js';
import { type FrameRigger, spreadFrames } from '../../src/rig/sequence/measure-frame-rigs.js';

/** Frames of a row. */
const COLUMNS = 5;
const SIZE = { width: 260, height: 260 } as const;

/** Rigs evenly spaced frames with each rigger and draws them. */
export async function drawFrameSheet(
  sequence: MeshSequence,
  riggers: Readonly<Record<string, FrameRigger>>,
  title: string,
): Promise<Image> {
  const { triangles } = sequence;
  const tiles: Tile[] = [];
  for (const [name, rigger] of Object.entries(riggers)) {
    for (const f of spreadFrames(sequence.frames.length, COLUMNS, 0)) {
      const mesh = { positions: sequence.frames[f], triangles };
      const { skeleton, skin } = await rigger(mesh);
      tiles.push({
        image: renderRig({ mesh, skeleton, skin }, undefined, { ...SIZE, paint: 'joints', skeleton: true }),
        label: `${name}, frame ${f}`,
        note: `${skeleton.parents.length} joints`,
      });
    }
  }
  return contactSheet(tiles, { title, subtitle: 'every frame rigged for itself', columns: COLUMNS });
}
