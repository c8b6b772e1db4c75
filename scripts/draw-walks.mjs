/**
 * @file Draws the pictures at the top of the README: a GIF of ten bodies that walk, and a strip of walk, run and attack.
 *
 *   node scripts/draw-walks.mjs          (after npm run build; writes docs/pictures/walks.gif and motions.png)
 *
 * Every body moves on the spot by `generateMotion`; clips are stretched to a whole number of cycles, so that the film is
 * a loop. Pixels that stay are transparent in the next frame, which is most of them.
 */

import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { generateMotion, modelRig } from '../dist/index.js';
import { readVertexColors } from '../dist/io/index.js';
import { readSample } from '../dist/io/node-index.js';
import { sampleClip } from '../dist/motion/index.js';
import { contactSheet, encodePng, renderRig } from '../dist/render/index.js';
import { skinMesh } from '../dist/rig/index.js';

const { GIFEncoder, applyPalette, quantize } = createRequire(new URL('../studio/', import.meta.url))(
  'gifenc',
);

const BODIES = ['person', 'wolf', 'parrot', 'raptor', 'dragon', 'spider', 'bee', 'lizard', 'frog', 'octopus'];
const FILM = { seconds: 2.4, frameRate: 20, columns: 5, size: 152 };
const STRIP = { bodies: 6, motions: ['walk', 'run', 'attack'], frames: 3, size: 150 };
const PAPER = '#f4f5f7';

const bodies = await Promise.all(
  BODIES.map(async (name) => {
    const model = await readSample(name);
    return { name, rig: modelRig(model), colors: await readVertexColors(model) };
  }),
);

/** Draws a pose so that the whole clip fits. */
function draw({ rig, colors }, pose, frame, size, ground) {
  const camera = { azimuth: 58, elevation: 12, margin: 0.06 };
  return renderRig(rig, pose, {
    width: size,
    height: size,
    colors,
    camera,
    frame,
    ground,
    background: PAPER,
    supersample: 2,
  });
}

const few = (poses) => poses.filter((_, i) => i % Math.max(1, Math.floor(poses.length / 8)) === 0);

function drawFilm() {
  const { seconds, frameRate, columns, size } = FILM;
  const frameCount = Math.round(seconds * frameRate);
  const rows = Math.ceil(bodies.length / columns);
  const [width, height] = [columns * size, rows * size];
  const frames = Array.from({ length: frameCount }, () => new Uint8Array(width * height * 4));
  for (const [i, body] of bodies.entries()) {
    const { clip, contacts } = generateMotion(body.rig, body.name === 'octopus' ? 'crawl' : 'walk');
    const period = clip.times.at(-1);
    const cycles = Math.max(1, Math.round(seconds / period));
    const around = few(clip.poses).map((pose) => skinMesh(body.rig, pose));
    for (const [f, pixels] of frames.entries()) {
      const at = (((f / frameCount) * cycles) % 1) * period;
      const image = draw(body, sampleClip(clip, at), around, size, contacts.ground);
      const [x, y] = [(i % columns) * size, Math.floor(i / columns) * size];
      for (let row = 0; row < size; row++) {
        pixels.set(image.pixels.subarray(row * size * 4, (row + 1) * size * 4), ((y + row) * width + x) * 4);
      }
    }
  }
  return encodeGif(frames, width, height, Math.round(1000 / frameRate));
}

function encodeGif(frames, width, height, delay) {
  const sample = new Uint8Array(frames[0].length * 3);
  for (let k = 0; k < 3; k++) sample.set(frames[Math.floor((k * frames.length) / 3)], k * frames[0].length);
  const palette = quantize(sample, 255);
  const clear = palette.length;
  palette.push([255, 0, 255]);
  const gif = GIFEncoder();
  let before;
  for (const pixels of frames) {
    const index = applyPalette(pixels, palette.slice(0, clear));
    const shown = before ? index.map((color, p) => (color === before[p] ? clear : color)) : index;
    gif.writeFrame(shown, width, height, {
      palette: before ? undefined : palette,
      delay,
      transparent: before !== undefined,
      transparentIndex: clear,
      dispose: 1,
    });
    before = index;
  }
  gif.finish();
  return gif.bytes();
}

function drawStrip() {
  const tiles = bodies.slice(0, STRIP.bodies).flatMap((body) =>
    STRIP.motions.flatMap((motion) => {
      const { clip, contacts } = generateMotion(body.rig, motion);
      const around = few(clip.poses).map((pose) => skinMesh(body.rig, pose));
      return Array.from({ length: STRIP.frames }, (_, k) => {
        const share = motion === 'attack' ? 0.2 + 0.2 * k : k / STRIP.frames;
        const image = draw(
          body,
          sampleClip(clip, share * clip.times.at(-1)),
          around,
          STRIP.size,
          contacts.ground,
        );
        return { image, ...(k === 0 && { label: motion }) };
      });
    }),
  );
  return encodePng(
    contactSheet(tiles, { columns: STRIP.motions.length * STRIP.frames, gap: 4, labelSize: 14 }),
  );
}

const folder = new URL('../docs/pictures/', import.meta.url);
await writeFile(new URL('walks.gif', folder), drawFilm());
await writeFile(new URL('motions.png', folder), drawStrip());
