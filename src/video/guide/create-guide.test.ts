import { describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { axisAngleInto } from '../../math/quaternion.js';
import { type Pose, restPose } from '../../rig/rig-records.js';
import { createStage } from '../stage/create-stage.js';
import { createGuide } from './create-guide.js';
import { seenTracks, TRACK_FORMS, writeTracks } from './write-tracks.js';

const { rig } = sampleCreature('fish');
const stage = createStage(rig, { width: 160, height: 96, azimuth: 90, elevation: 5 });
/** The whole body moves up, pose by pose, and its second joint turns. */
const poses = [0, 1, 2].map((f): Pose => {
  const pose = restPose(rig.skeleton);
  pose.root[1] = f * 0.02;
  axisAngleInto(pose.rotations, 4, 0, 1, 0, f * 0.2);
  return pose;
});
const guide = await createGuide(rig, poses, stage, { trackCount: 12, supersample: 1 });

const greys = ({ pixels }: { pixels: Uint8Array }) => pixels.filter((_, i) => i % 4 === 0);

describe('createGuide', () => {
  it('draws proxy, depth and mask of every pose', () => {
    for (const images of [guide.proxy, guide.depth, guide.mask]) {
      expect(images.map(({ width, height }) => [width, height])).toEqual(Array(3).fill([160, 96]));
    }
    expect(new Set(greys(guide.mask[0]))).toEqual(new Set([0, 255]));
    const depths = guide.depth.flatMap((image) => [...greys(image)].filter((grey) => grey > 0));
    // One range for the whole clip, its ends met.
    expect([Math.min(...depths), Math.max(...depths)]).toEqual([48, 255]);
    const covered = (image: { pixels: Uint8Array }) => greys(image).filter((grey) => grey > 0).length;
    expect(guide.depth.map(covered)).toEqual(guide.mask.map(covered));
    // The skeleton is drawn on the proxy, not on the first frame.
    expect(guide.proxy[0].pixels).not.toEqual(guide.first.pixels);
    expect(guide.last.pixels).not.toEqual(guide.first.pixels);
  });

  it('follows points that are seen, and knows when they are not', () => {
    expect(guide.tracks).toHaveLength(12);
    const [first] = guide.tracks.map(({ points }) => points[0]);
    expect(guide.tracks.every(({ points }) => points.length === 3 && points[0].visible)).toBe(true);
    expect(greys(guide.mask[0])[Math.floor(first.y) * 160 + Math.floor(first.x)]).toBe(255);
    // What goes up in the world goes up in the picture.
    for (const { points } of guide.tracks) expect(points[2].y).toBeLessThan(points[0].y);
    expect(new Set(guide.tracks.map(({ joint }) => joint)).size).toBeGreaterThan(3);
    expect(rig.skeleton.names).toEqual(expect.arrayContaining(guide.tracks.map(({ joint }) => joint)));
  });

  it('says what is wrong', async () => {
    await expect(createGuide(rig, [], stage)).rejects.toThrow(/no poses; give a clip/);
    await expect(createGuide(rig, poses, stage, { trackCount: 1e6 })).rejects.toThrow(/trackCount/);
  });
});

describe('writeTracks', () => {
  it('writes what each model reads', () => {
    const [ati, move, comfyui] = TRACK_FORMS.map((form) => JSON.parse(writeTracks(guide.tracks, 24, form)));
    const count = seenTracks(guide.tracks).length;
    expect([ati.length, move.length, comfyui.length]).toEqual([count, count, count]);
    expect([ati[0].length, move[0].length, comfyui[0].length]).toEqual([121, 3, 3]);
    expect(Object.keys(ati[0][0])).toEqual(['x', 'y']);
    expect(Object.keys(move[0][0])).toEqual(['x', 'y', 'speed']);
    expect(ati[0][120]).toEqual(comfyui[0][2]);
  });

  it('leaves out what is hidden most of the time', () => {
    const hidden = { joint: 'a', points: [0, 1, 2].map((x) => ({ x, y: 0, visible: x === 0 })) };
    expect(seenTracks([hidden])).toEqual([]);
  });
});
