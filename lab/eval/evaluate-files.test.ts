import { expect, it } from 'vitest';
import { fbxSample } from '../../test/samples/fbx-sample.js';
import { BAR_DAE, CUBE_OBJ, encodeText, PYRAMID_OFF } from '../../test/samples/formats.js';
import { dressed } from '../../test/support/sample-documents.js';
import { validateGlb } from '../commands/validate-glb.js';
import { evaluateFiles } from './evaluate-files.js';

it('tells what is read, what is refused and why, and what is lost', async () => {
  const files: Record<string, Uint8Array> = {
    'bar.dae': encodeText(BAR_DAE),
    'cube.obj': encodeText(CUBE_OBJ),
    'pyramid.off': encodeText(PYRAMID_OFF),
    'tube.fbx': encodeText(fbxSample()),
    'dressed.glb': dressed().glb(),
    'broken.obj': encodeText('v 0 0 0\nf 1 2 3\n'),
  };
  const missing = async () => {
    throw new Error('missing');
  };
  const open = async (file: string) => ({ bytes: files[file], resolve: missing });
  const { rows, ...totals } = await evaluateFiles(Object.keys(files), open, validateGlb);
  expect(totals).toEqual({ read: 5, refused: 1, crashed: 0, withLoss: 0, invalid: 0 });
  expect(rows.at(-1)!.refused).toMatch(/refers to element 2 of 1/);
  expect(rows[0].counts).toMatchObject({ joints: 2, clips: 1, materials: 1 });
  expect(rows[0].warnings).toEqual(['missing-file']);
});
