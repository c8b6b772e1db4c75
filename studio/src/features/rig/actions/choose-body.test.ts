import { createModel } from 'posespace/io';
import {
  type AnatomyCorrections,
  CONFIDENCE,
  kindOf,
  legs,
  restPose,
  type Skeleton,
  tail,
} from 'posespace/rig';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { anatomyOfRoles } from '../../../store/anatomy-of-roles.js';
import type { StudioDocument } from '../../../store/document.js';
import {
  currentDocument,
  redoChange,
  replaceDocument,
  setView,
  undoChange,
  useStudio,
} from '../../../store/store.js';
import type { BoundBody, RerigOptions, VerbName } from '../../../workers/worker-protocol.js';
import { correctAnatomy } from '../work/rig-work.js';
import { chooseBody, partOfJoint, sayLimb } from './choose-body.js';
import { rerig } from './rerig.js';

/** Options of the calls of `rerig`, and what the next one answers. */
const calls: RerigOptions[] = [];
let answer: { readonly result: unknown } | { readonly error: { code: string; message: string } };

/** What the worker does. */
function correct([body, said]: [BoundBody, AnatomyCorrections | undefined]) {
  try {
    return { result: correctAnatomy({}, body, said) };
  } catch (error) {
    const { message } = error as Error;
    return { error: { code: 'bad-input', message } };
  }
}

/** Answers every call. */
class TestWorker {
  static newest: TestWorker | undefined;
  onmessage: ((event: { data: unknown }) => void) | undefined;
  onerror: ((event: { preventDefault(): void; message: string }) => void) | undefined;
  constructor() {
    TestWorker.newest = this;
  }
  postMessage({ id, verb, parameters }: { id: number; verb: VerbName; parameters: unknown[] }): void {
    if (verb === 'rerig') calls.push(parameters[1] as RerigOptions);
    const reply = verb === 'correct' ? correct(parameters as never) : answer;
    queueMicrotask(() => this.onmessage?.({ data: { id, ...reply } }));
  }
  terminate(): void {}
}

/** Hips with a chest, a tail, a hind leg and, at the chest, a front leg on the left. */
const skeleton: Skeleton = {
  names: ['hips', 'chest', 'tail1', 'hindUpper', 'hindFoot', 'frontUpper', 'frontFoot', 'head'],
  parents: Int16Array.of(-1, 0, 0, 0, 3, 1, 5, 1),
  rest: Float32Array.from([0, 2, 0, 0, 2, 2, 0, 2, -1, 1, 1, 0, 1, 0, 0, 1, 1, 2, 1, 0, 2, 0, 3, 3]),
  frames: Float32Array.from({ length: 32 }, (_, i) => +(i % 4 === 3)),
};
const anatomy = anatomyOfRoles(skeleton, [
  'hips',
  'chest',
  'tail',
  ['hindUpperLeg', 1, 1],
  ['hindFoot', 1, 1],
  ['frontUpperLeg', 1, 0],
  ['frontFoot', 1, 0],
  'head',
]);
const mesh = { positions: new Float32Array(9), triangles: Uint32Array.of(0, 1, 2) };
const start: StudioDocument = {
  model: { ...createModel({ name: 'half', mesh, skeleton }), anatomy },
  confidence: new Float32Array(8),
  findings: [],
  pose: restPose(skeleton),
  pins: [],
  library: [],
  sketch: { name: 'my clip', keys: [], interpolation: 'pose-space' },
};
const rigged = {
  skeleton: { ...skeleton },
  anatomy: { ...anatomy, from: 'user' },
  clips: [{ name: '', times: new Float32Array(0), poses: [] }],
  findings: [],
};

beforeAll(() => vi.stubGlobal('Worker', TestWorker));
beforeEach(() => {
  calls.length = 0;
  answer = { result: rigged };
  replaceDocument(start);
});
afterAll(() => {
  // The page's side forgets the worker: other tests share its module.
  TestWorker.newest?.onerror?.({ preventDefault: () => undefined, message: 'closed' });
  useStudio.setState({ history: null });
  setView('scene', { selected: -1 });
  vi.unstubAllGlobals();
});

it('rigs again as the chosen body, and undo and redo bring both back', async () => {
  expect(await chooseBody('dragon')).toBe(true);
  expect(calls[0].body).toBe('dragon');
  expect(currentDocument().model.anatomy!.from).toBe('user');
  undoChange();
  expect(currentDocument()).toBe(start);
  redoChange();
  expect(currentDocument().model.anatomy!.from).toBe('user');
  await rerig({ jointCount: 20 });
  expect(calls[1]).toMatchObject({ jointCount: 20 });
});

it('changes nothing where the shape does not allow the body, and says why', async () => {
  answer = { error: { code: 'bad-input', message: 'rig: a dragon has 2 wings, and none could be found' } };
  expect(await chooseBody('dragon')).toBe(false);
  expect(currentDocument()).toBe(start);
  const { notices } = useStudio.getState().view;
  expect(notices.at(-1)).toMatchObject({
    severity: 'error',
    message: expect.stringMatching(/^A dragon has 2/),
  });
});

it('replaces findings about the old rig and keeps those about the file', async () => {
  const finding = (code: string) => ({ code, severity: 'info', message: code }) as const;
  const joint = { ...finding('old-joint'), kind: 'joint', elements: [1] } as const;
  const model = { ...start.model, findings: [finding('file'), joint] };
  replaceDocument({ ...start, model, findings: [finding('old-body')] });
  answer = { result: { ...rigged, findings: [finding('new')] } };
  await chooseBody('dragon');
  const { model: now, findings } = currentDocument();
  expect([now.findings, findings].flat().map(({ code }) => code)).toEqual(['file', 'new']);
});

it('keeps the skeleton of a file whatever the body is said to be', async () => {
  replaceDocument({ ...start, confidence: undefined });
  expect(await chooseBody('unknown')).toBe(true);
  const { model } = currentDocument();
  expect(calls).toEqual([]);
  expect(model.skeleton).toBe(skeleton);
  expect([kindOf(model.anatomy!), model.anatomy!.confidence[0]]).toEqual(['unknown', CONFIDENCE.said]);
});

it('says what a limb is: at once, without other joints, with undo', async () => {
  expect(await sayLimb(6, 'arm')).toBe(true);
  const { anatomy: now, skeleton: kept } = currentDocument().model;
  expect([calls.length, kept]).toEqual([0, skeleton]);
  expect([5, 6].map((joint) => partOfJoint(now!, joint))).toEqual(['arm', 'arm']);
  expect(now!.confidence[6]).toBe(CONFIDENCE.said);
  expect(legs(now!)).toHaveLength(1);
  await sayLimb(2, 'ear', 'right');
  const ear = currentDocument().model.anatomy!;
  expect([partOfJoint(ear, 2), ear.side[2], tail(ear)]).toEqual(['ear', -1, []]);
  expect(partOfJoint(ear, 6)).toBe('arm');
  undoChange();
  undoChange();
  expect(currentDocument()).toBe(start);
});

it('says what is no part of the body', async () => {
  expect(await sayLimb(2, 'control')).toBe(true);
  expect(partOfJoint(currentDocument().model.anatomy!, 2)).toBe('control');
});

it('knows what a joint belongs to', () => {
  expect([5, 4, 2, 7, 1].map((joint) => partOfJoint(anatomy, joint))).toEqual([
    'leg',
    'leg',
    'tail',
    'head',
    'trunk',
  ]);
});
