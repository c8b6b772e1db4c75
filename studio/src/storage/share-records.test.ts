import { expect, test } from 'vitest';
import { nameRecords, shareRecords, unshareRecords } from './share-records.js';

const rest = new Float32Array([1, 2, 3]);
const clip = { name: 'walk', poses: [{ root: new Float64Array(3) }] };
const base = { model: { skeleton: { names: ['hip'], rest }, clips: [clip], source: { skeleton: { rest } } } };

test('shared records are the same objects after a round trip', () => {
  const document = {
    model: {
      ...base.model,
      skeleton: { names: ['pelvis'], rest },
      clips: [clip, { name: 'run', poses: [] }],
    },
    pose: new Float64Array([4, 5]),
  };
  const stored = structuredClone(shareRecords(document, nameRecords(base, 4)));
  const back = unshareRecords(stored, base) as typeof document;
  expect(back).toEqual(document);
  expect(back.model.skeleton.rest).toBe(rest);
  expect(back.model.clips[0]).toBe(clip);
  expect(back.model.source).toBe(base.model.source);
  expect(back.model.clips[1]).not.toBe(clip);
});

test('shared records are not written', () => {
  const stored = shareRecords({ model: base.model }, nameRecords(base, 4));
  expect(stored).toEqual({ model: { sharedRecord: 'model' } });
});

test('a reference that does not exist, or leaves the base, throws', () => {
  expect(() => unshareRecords({ sharedRecord: 'model/none' }, base)).toThrow('model/none');
  expect(() => unshareRecords({ sharedRecord: 'constructor/prototype' }, base)).toThrow('constructor');
});
