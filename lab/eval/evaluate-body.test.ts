import { describe, expect, it } from 'vitest';
import type { BodyDescription } from '../../src/rig/body-plan/describe-body.js';
import { type BodyLabel, judgeBody, labelOfBody, parseLabels } from './body-label.js';
import { type BodyMeasure, summarizeBodies } from './evaluate-body.js';

const DOG: BodyDescription = {
  kind: 'quadruped',
  legs: 4,
  arms: 0,
  wings: 0,
  fins: 0,
  tail: true,
  head: true,
  level: 'certain',
  confidence: 0.9,
  facing: '+z',
  up: '+y',
  forward: [0, 0, 1],
  description: '',
};
const label = (part: Partial<BodyLabel>): BodyLabel => ({
  kind: 'quadruped',
  legs: 4,
  arms: 0,
  wings: 0,
  tail: null,
  body: true,
  ...part,
});

describe('judgeBody', () => {
  it('asks only what the label asks', () => {
    expect(judgeBody(label({}), DOG)).toEqual([]);
    expect(judgeBody(label({ legs: [2, 4] }), DOG)).toEqual([]);
    expect(judgeBody(label({ legs: 6, tail: false }), DOG)).toEqual([
      'legs 4, has 6',
      'tail true, has false',
    ]);
  });

  it('wants things that are no body to be unknown, and bodies not', () => {
    expect(judgeBody(label({ body: false, legs: null }), DOG)).toEqual(['quadruped, not a body']);
    expect(judgeBody(label({ body: false, legs: 2 }), { ...DOG, kind: 'unknown' })).toEqual([]);
    expect(judgeBody(label({}), { ...DOG, kind: 'unknown' })).toEqual(['unknown']);
  });

  it('wants lone parts to be named so', () => {
    const hand = label({ kind: 'hand', legs: 0, arms: null });
    expect(judgeBody(hand, { ...DOG, kind: 'serpent', legs: 0 })).toEqual(['serpent, not hand']);
    expect(judgeBody(hand, { ...DOG, kind: 'hand', legs: 0 })).toEqual([]);
  });
});

it('labels that are not asked may be missing; files stay inside the folder', () => {
  expect(parseLabels({ 'a.obj': { kind: 'none', body: false } }).get('a.obj')).toEqual({
    kind: 'none',
    body: false,
    legs: null,
    arms: null,
    wings: null,
    tail: null,
  });
  expect(() => parseLabels({ '../a.obj': { kind: 'none', body: false } })).toThrow('outside');
  expect(() => parseLabels({ 'a.obj': { kind: 'dog' } })).toThrow('needs a kind');
});

it('scores, bins confidences and tells which changes of the mesh matter', () => {
  const mesh = (file: string, part: Partial<BodyMeasure>): { row: BodyMeasure } => ({
    row: { file, label: label({}), body: DOG, joints: 30, seconds: 1, ...part },
  });
  const evaluation = summarizeBodies([
    mesh('dog', { perturbed: { noise: { body: DOG, joints: 30 }, yaw: { body: DOG, joints: 31 } } }),
    mesh('bird', {
      label: label({ kind: 'bird', legs: 2 }),
      body: { ...DOG, confidence: 1 },
      perturbed: { noise: { body: { ...DOG, legs: 2 }, joints: 30 }, yaw: { body: DOG, joints: 30 } },
    }),
    mesh('cup', {
      label: label({ kind: 'none', body: false }),
      body: { ...DOG, kind: 'unknown', confidence: 0.3 },
    }),
    { file: 'broken', error: 'no' },
  ]);
  expect(evaluation).toMatchObject({
    meshes: 3,
    right: 2,
    bodies: { right: 1, all: 2 },
    nonBodies: { right: 1, all: 1 },
    byKind: { bird: { right: 0, all: 1 } },
    failed: [{ file: 'broken' }],
    stability: { noise: 0.5, yaw: 0.5, half: 1 },
    planStability: { noise: 0.5, yaw: 1 },
  });
  expect(evaluation.reliability.map(({ meshes, right }) => [meshes, right])).toEqual([
    [0, null],
    [1, 1],
    [0, null],
    [0, null],
    [2, 0.5],
  ]);
  expect(evaluation.perMesh[0].unstable).toEqual({ plan: [], joints: ['yaw'] });
});

it('labels bodies by their limbs: an abdomen is no question, tentacles are arms, a part has a name alone', () => {
  const none = { legs: 0, arms: 0, wings: 0, fins: 0, tentacles: 0, tails: 0, heads: 1 };
  expect(labelOfBody('body', 'dog', { ...none, legs: 4, tails: 1 })).toEqual(
    label({ kind: 'dog', tail: true }),
  );
  expect(labelOfBody('body', 'ant', { ...none, legs: 6 })).toMatchObject({ legs: 6, arms: null, tail: null });
  expect(labelOfBody('body', 'squid', { ...none, tentacles: 8 })).toMatchObject({ arms: 8, tail: null });
  expect(labelOfBody('hand', 'hand', none)).toMatchObject({ kind: 'hand', legs: null, body: true });
  expect(labelOfBody('nothing', 'cup', none)).toMatchObject({ kind: 'none', body: false });
});
