/** @file The picture of `eval body --sheet`: a mesh with the skeleton that was found, from the front and from the side. */

import type { Mesh } from '../../src/mesh/mesh.js';
import { VIEWS } from '../../src/render/camera.js';
import { contactSheet } from '../../src/render/contact-sheet.js';
import type { Image } from '../../src/render/image.js';
import { renderRig } from '../../src/render/render-rig.js';
import type { Skeleton } from '../../src/rig/rig-records.js';
import { type BodyLabel, judgeBody } from '../eval/body-label.js';
import type { BodyMeasure } from '../eval/evaluate-body.js';

const SIZE = { width: 400, height: 400 } as const;

/** Draws one mesh. */
export function drawBodySheet(mesh: Mesh, skeleton: Skeleton, measure: BodyMeasure): Image {
  const { body, file, joints } = measure;
  const facing = (Math.atan2(body.forward[0], body.forward[2]) * 180) / Math.PI;
  const vertices = mesh.positions.length / 3;
  // Nothing is posed: all vertices may follow the root.
  const skin = {
    joints: new Uint16Array(vertices),
    weights: new Float32Array(vertices).fill(1),
    influenceCount: 1,
  };
  const tile = (view: 'front' | 'side' | 'three-quarter') => ({
    image: renderRig({ mesh, skeleton, skin }, undefined, {
      ...SIZE,
      skeleton: true,
      camera: { view, azimuth: facing + VIEWS[view].azimuth },
    }),
    label: view,
  });
  const wrong = judgeBody(measure.label, body);
  return contactSheet([tile('front'), tile('side'), tile('three-quarter')], {
    title: `${file}: ${wrong.length === 0 ? 'right' : `wrong: ${wrong.join('; ')}`}`,
    subtitle: `${body.description}, facing ${body.facing}, ${joints} joints, confidence ${body.confidence.toFixed(2)}`,
    columns: 3,
  });
}

/** Label and reading as a file name: `wrong-cow.obj-quadruped-4-0-0-read-dragon-4-0-2.png`. */
export function nameBodySheet({ label, body, file }: BodyMeasure): string {
  const right = judgeBody(label, body).length === 0 ? 'right' : 'wrong';
  const read = [body.kind, body.legs, body.arms, body.wings, body.tail ? 'tail' : ''];
  const words = [right, file, ...nameLabel(label), 'read', ...read].filter((word) => word !== '');
  return `${words.join('-').replace(/[^\w.-]+/g, '_')}.png`;
}

function nameLabel({ kind, legs, arms, wings, tail }: BodyLabel): string[] {
  const counts = [legs, arms, wings].map((asked) => (asked === null ? 'x' : [asked].flat().join('or')));
  return [kind, ...counts, tail === true ? 'tail' : ''];
}
