/** @file A contact sheet of labelled bodies with their skeletons, from the front and the side: to be looked at. */

import { contactSheet, type Tile } from '../../src/render/contact-sheet.js';
import { createImage, type Image, pasteImageInto } from '../../src/render/image.js';
import { renderRig } from '../../src/render/render-rig.js';
import type { Rig } from '../../src/rig/rig-records.js';
import type { LabelledBody } from './labelled-body.js';

/** Draws a sheet; under each body its name, its limbs and its number of joints. */
export function drawBodies(bodies: readonly LabelledBody[], columns = 6, size = 190): Image {
  return contactSheet(
    bodies.map((body) => drawTile(body, size)),
    { columns, gap: 4, labelSize: 12 },
  );
}

function drawTile(body: LabelledBody, size: number): Tile {
  const rig = { mesh: body.mesh, skeleton: body.skeleton, skin: body.skin } as Rig;
  const image = createImage(size * 2, size, [255, 255, 255, 255]);
  for (const [i, azimuth] of [25, 90].entries()) {
    const camera = { azimuth, elevation: 14 };
    const drawing = { width: size, height: size, camera, skeleton: true, ground: false, shadows: false };
    pasteImageInto(image, renderRig(rig, undefined, drawing), i * size, 0);
  }
  const c = body.counts;
  const words = c
    ? Object.entries(c).flatMap(([name, count]) => (count > 0 ? `${name.slice(0, 2)}${count}` : []))
    : [];
  return { image, label: `${body.name}: ${words.join(' ')} j${body.roles.length}` };
}
