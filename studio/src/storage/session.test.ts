import { withAnatomy } from 'posespace';
import { encodeModel, readAppearance, readModel } from 'posespace/io';
import { readSample } from 'posespace/io/node';
import { restPose } from 'posespace/rig';
import { beforeAll, expect, test } from 'vitest';
import type { StudioDocument } from '../store/document.js';
import { isSummary, joinSession, type SessionBase } from './session.js';
import { nameRecords, shareRecords } from './share-records.js';

let base: SessionBase;

beforeAll(async () => {
  const { files } = await encodeModel(await readSample('snake'), 'snake.glb');
  const model = withAnatomy(await readModel('snake.glb', files[0].bytes));
  const document: StudioDocument = {
    model,
    findings: [],
    pose: restPose(model.skeleton!),
    pins: [],
    library: [],
    sketch: { name: 'my clip', keys: [], interpolation: 'pose-space' },
  };
  base = { document, appearance: await readAppearance(model) };
}, 60_000);

/** A document as read from the database. */
const changesOf = (document: StudioDocument) =>
  structuredClone({ format: 3, document: shareRecords(document, nameRecords(base.document, 4)) });

test('a changed document is restored and shares the same records with its file', () => {
  const { model, pose } = base.document;
  const rotated = { ...pose, rotations: pose.rotations.map((value, i) => (i === 0 ? 0.5 : value)) };
  const renamed = {
    ...model,
    skeleton: { ...model.skeleton!, names: model.skeleton!.names.map((n) => `${n}!`) },
  };
  const stored = structuredClone({ format: 3, ...base });
  const back = joinSession(stored, changesOf({ ...base.document, model: renamed, pose: rotated }))!;
  expect(back.document.pose).toEqual(rotated);
  expect(back.document.model.skeleton!.names[0]).toBe(`${model.skeleton!.names[0]}!`);
  // The writer recognizes unchanged mesh and bones by identity.
  expect(back.document.model.mesh).toBe(back.document.model.source.mesh);
  expect(back.document.model.skeleton!.rest).toBe(back.document.model.source.skeleton!.rest);
  expect(back.document.model.clips).toBe(back.document.model.source.clips);
});

test('old, broken and hostile sessions are rejected', () => {
  const stored = { format: 3, ...base };
  const good = changesOf(base.document);
  expect(joinSession(stored, good)).toBeDefined();
  expect(joinSession(undefined, good)).toBeUndefined();
  expect(joinSession(stored, undefined)).toBeUndefined();
  expect(joinSession({ ...stored, format: 0 }, good)).toBeUndefined();
  expect(joinSession(stored, { ...good, format: 4 })).toBeUndefined();
  expect(
    joinSession(stored, { format: 3, document: { model: { sharedRecord: 'nowhere' } } }),
  ).toBeUndefined();
  const short = { rotations: new Float32Array(4), root: new Float32Array(3) };
  expect(joinSession(stored, changesOf({ ...base.document, pose: short }))).toBeUndefined();
  expect(joinSession(stored, { format: 3, document: 'text' })).toBeUndefined();
});

test('only complete summaries are listed', () => {
  expect(isSummary({ format: 3, id: 'a', name: 'fox', savedAt: 1, joints: 3, clips: 0, mode: 'pose' })).toBe(
    true,
  );
  for (const value of [
    null,
    undefined,
    3,
    {},
    { format: 0, id: 'a', name: 'fox', savedAt: 1 },
    { format: 3, id: 4 },
  ])
    expect(isSummary(value)).toBe(false);
});
