import { createModel } from 'posespace/io';
import { planOf, restPose, type Skeleton } from 'posespace/rig';
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
import type { RerigOptions } from '../../../workers/worker-protocol.js';
import { chooseBody, forgetLimbs, partOfJoint, setLimb } from './choose-body.js';
import { rerig } from './rerig.js';

/** Options of the calls of `rerig`, and what the next one answers. */
const calls: RerigOptions[] = [];
let answer: { readonly result: unknown } | { readonly error: { code: string; message: string } };

/** Answers every call. */
class TestWorker {
  static newest: TestWorker | undefined;
  onmessage: ((event: { data: unknown }) => void) | undefined;
  onerror: ((event: { preventDefault(): void; message: string }) => void) | undefined;
  constructor() {
    TestWorker.newest = this;
  }
  postMessage({ id, parameters }: { id: number; parameters: [unknown, RerigOptions] }): void {
    calls.push(parameters[1]);
    queueMicrotask(() => this.onmessage?.({ data: { id, ...answer } }));
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
  findings: [],
  partners: anatomy.partner,
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
  expect(currentDocument()).toMatchObject({
    known: { kind: 'dragon' },
    model: { anatomy: { from: 'user' } },
  });
  undoChange();
  expect(currentDocument()).toBe(start);
  redoChange();
  expect(currentDocument().known?.kind).toBe('dragon');
  // A plain re-rig keeps to the choice, until it is taken back.
  await rerig({ jointCount: 20 });
  expect(calls[1]).toMatchObject({ body: 'dragon', jointCount: 20 });
  await chooseBody(undefined);
  expect(calls[2].body).toBeUndefined();
  expect(currentDocument().known?.kind).toBeUndefined();
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

it('sets a limb by a landmark at its end, and keeps it selected', async () => {
  await setLimb(5, 'arm');
  expect(calls[0].limbs).toEqual([{ name: 'leftHand', position: [1, 0, 2] }]);
  expect(useStudio.getState().view.scene.selected).toBe(6);
  // Another limb of the same part and side has a name of its own; the same limb again replaces the first.
  await setLimb(4, 'arm');
  expect(calls[1].limbs!.map(({ name }) => name)).toEqual(['leftHand', 'leftHand2']);
  await setLimb(6, 'wing');
  expect(calls[2].limbs!.map(({ name }) => name)).toEqual(['leftHand2', 'leftWing']);
  await setLimb(7, 'tail');
  expect(calls[3].limbs!.at(-1)).toEqual({ name: 'tail', position: [0, 3, 3] });
  await forgetLimbs();
  expect(calls[4].limbs).toEqual([]);
});

it('does not take the trunk for a limb', async () => {
  await setLimb(1, 'leg');
  expect(calls).toEqual([]);
  expect(currentDocument()).toBe(start);
});

it('knows which part a joint belongs to', () => {
  expect([5, 4, 2, 7, 1].map((joint) => partOfJoint(planOf(anatomy), joint))).toEqual([
    'leg',
    'leg',
    'tail',
    'head',
    undefined,
  ]);
});
