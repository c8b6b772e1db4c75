import { describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { fakeTools } from '../../../test/support/video-services.js';
import { createMotionBody } from '../../motion/library/motion-body.js';
import { MOTIONS } from '../../motion/library/motions.js';
import { restPose } from '../../rig/rig-records.js';
import { composePrompt } from '../stage/compose-prompt.js';
import { createStage } from '../stage/create-stage.js';
import { createEmbeddedVideoModel, embeddedMotion } from './embedded-video-model.js';
import { generateVideo } from './generate-video.js';
import { matchMotion } from './match-motion.js';
import { createMemoryJobStore } from './video-job.js';

const { rig } = sampleCreature('dog');
const stage = createStage(rig, { width: 96, height: 64 });
const request = { prompt: 'the wolf walks', width: 96, height: 64, frames: 3, fps: 4, seed: 0 };

describe('the embedded model', () => {
  it('films a motion of this body, the same for the same request', async () => {
    const { tools } = fakeTools();
    const model = createEmbeddedVideoModel({ rig, stage });
    const make = (more = {}) =>
      generateVideo(model, { ...request, ...more }, { store: createMemoryJobStore(), tools });
    const [once, twice, other] = [await make(), await make(), await make({ seed: 3 })];
    expect(once.output.files.map(({ mediaType }) => mediaType)).toEqual(Array(3).fill('image/png'));
    expect(once.output).toEqual(twice.output);
    expect(other.output).not.toEqual(once.output);
    expect(once.output.files[0]).not.toEqual(once.output.files[2]);
    expect(once.job).toMatchObject({
      state: 'done',
      cost: { dollars: 0 },
      operation: { motion: 'walk', seed: 0 },
    });
    await expect(make({ prompt: 'it recites a poem' })).rejects.toThrow(
      /names no motion of this body; it has idle, walk/,
    );
  });

  it('knows the truth of its videos, and goes round where the motion loops', () => {
    const body = createMotionBody(rig);
    const take = { motion: 'walk', energy: 1, seed: 0, frames: 200, fps: 16 };
    const first = restPose(rig.skeleton);
    const clip = embeddedMotion(body, take, first);
    // It starts as the picture that a video model is given.
    expect(clip.poses[0].rotations).toEqual(first.rotations);
    expect([clip.poses.length, clip.source]).toEqual([200, 'library']);
    const moved = (frame: number) =>
      clip.poses[frame].rotations.some(
        (value, i) => Math.abs(value - clip.poses[frame - 3].rotations[i]) > 1e-3,
      );
    expect([moved(10), moved(199)]).toEqual([true, true]);
  });
});

describe('matchMotion', () => {
  it.each([
    ['walks to the left', 'walk'],
    ['a wolf is running fast', 'run'],
    ['turns left', 'turn-left'],
    ['the dragon bites', 'attack-bite'],
    ['gallops away', 'run'],
    ['sits down slowly', 'sit'],
    ['slithering', 'slither'],
    ['shoots ahead', 'dart'],
    [composePrompt('jumps', 'the frog').prompt, 'jump'],
    [composePrompt('eats').prompt, 'eat'],
    ['recites a poem', undefined],
    ['', undefined],
  ])('"%s"', (prompt, name) => {
    expect(matchMotion(prompt, MOTIONS)?.motion.name).toBe(name);
  });

  it('hears how lively it shall be', () => {
    expect(
      ['walks slowly', 'walks', 'walks quickly'].map((prompt) => matchMotion(prompt, MOTIONS)?.energy),
    ).toEqual([0.75, 1, 1.3]);
  });
});
