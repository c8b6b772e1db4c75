import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dressed, skinned } from '../../test/support/sample-documents.js';
import { expectSameModel } from '../../test/support/valid-glb.js';
import { splitGlb } from './gltf/container.js';
import { readBytes, readModelFile, writeBytesFile, writeFiles, writeModelFile } from './node.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A glTF file in the folder whose bytes are elsewhere. */
async function writeGltf(uri: string): Promise<string> {
  const { json } = splitGlb(skinned().glb());
  const path = join(folder, 'model.gltf');
  await writeFile(path, JSON.stringify({ ...json, buffers: [{ ...json.buffers![0], uri }] }));
  return path;
}
const bin = () => splitGlb(skinned().glb()).bin!;

describe('reading from a disk', () => {
  it('finds what lies beside and below', async () => {
    await mkdir(join(folder, 'data'));
    await writeFile(join(folder, 'data', 'my model.bin'), bin());
    const model = await readModelFile(await writeGltf('data/my%20model.bin'));
    expectSameModel({ ...model, name: 'sketch' }, await skinned().read());
    expect(model.name).toBe('model');
  });

  it.each(['../outside.bin', '..%2foutside.bin', '/etc/hostname'])('refuses %s', async (uri) => {
    await writeFile(join(folder, '..', 'outside.bin'), bin()).catch(() => {});
    await expect(readModelFile(await writeGltf(uri))).rejects.toThrow(/refuses to open/);
    await rm(join(folder, '..', 'outside.bin'), { force: true });
  });

  it('reads from a folder above where root allows it, and from nowhere else', async () => {
    const inner = join(folder, 'scenes');
    await mkdir(inner);
    await writeFile(join(folder, 'a.bin'), bin());
    const { json } = splitGlb(skinned().glb());
    const path = join(inner, 'model.gltf');
    const refer = (uri: string) =>
      writeFile(path, JSON.stringify({ ...json, buffers: [{ ...json.buffers![0], uri }] }));
    await refer('../a.bin');
    await expect(readModelFile(path)).rejects.toThrow(/allow a folder above with root/);
    expectSameModel(await readModelFile(path, { root: folder }), await skinned().read());
    await refer('../../a.bin');
    await writeFile(join(folder, '..', 'a.bin'), bin());
    await expect(readModelFile(path, { root: folder })).rejects.toThrow(/leads out of the folder/);
    await rm(join(folder, '..', 'a.bin'));
    await expect(readModelFile(path, { root: join(folder, 'none') })).rejects.toThrow(/does not exist/);
  });

  it('follows a link within the folder, and none out of it', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'posespace-else-'));
    try {
      await writeFile(join(elsewhere, 'a.bin'), bin());
      await symlink(join(elsewhere, 'a.bin'), join(folder, 'file-link.bin'));
      await symlink(elsewhere, join(folder, 'folder-link'));
      for (const uri of ['file-link.bin', 'folder-link/a.bin']) {
        await expect(readModelFile(await writeGltf(uri))).rejects.toThrow(
          expect.objectContaining({
            code: 'bad-input',
            message: expect.stringContaining('leads out of the folder'),
          }),
        );
      }
      await writeFile(join(folder, 'real.bin'), bin());
      await symlink(join(folder, 'real.bin'), join(folder, 'inner-link.bin'));
      expect((await readModelFile(await writeGltf('inner-link.bin'))).mesh.positions.length).toBe(72);
    } finally {
      await rm(elsewhere, { recursive: true });
    }
  });

  it('reads a folder that is itself behind a link', async () => {
    await mkdir(join(folder, 'real'));
    await writeFile(join(folder, 'real', 'a.bin'), bin());
    const path = await writeGltf('a.bin');
    await writeFile(join(folder, 'real', 'model.gltf'), await readFile(path));
    await symlink(join(folder, 'real'), join(folder, 'link'));
    expect((await readModelFile(join(folder, 'link', 'model.gltf'))).mesh.positions.length).toBe(72);
  });

  it('says in words what is missing, a folder, or too large', async () => {
    const missing = join(folder, 'nothing.glb');
    await expect(readModelFile(missing)).rejects.toThrow(
      expect.objectContaining({
        code: 'file',
        message: `io/read: cannot read "${missing}": it does not exist`,
      }),
    );
    await expect(readModelFile(await writeGltf('gone.bin'))).rejects.toThrow(/gone\.bin": it does not exist/);
    await expect(readBytes(folder)).rejects.toThrow(expect.objectContaining({ code: 'file' }));
    await expect(readModelFile(await writeGltf('.'))).rejects.toThrow(/not a file|it is a folder/);
    await writeFile(join(folder, 'a.glb'), skinned().glb());
    await expect(readModelFile(join(folder, 'a.glb'), { limits: { maxBytes: 64 } })).rejects.toThrow(
      /raise maxBytes/,
    );
    await expect(readModelFile(join(folder, 'a.glb', 'b.glb'))).rejects.toThrow(/not a folder/);
  });

  // Regression: opening a pipe waits for somebody to write to it.
  it.skipIf(process.platform === 'win32')('does not wait for a pipe', { timeout: 5000 }, async () => {
    const pipe = join(folder, 'pipe.glb');
    execFileSync('mkfifo', [pipe]);
    await expect(readBytes(pipe)).rejects.toThrow(
      expect.objectContaining({ code: 'file', message: expect.stringMatching(/is not a file/) }),
    );
  });
});

describe('writing to a disk', () => {
  it('makes the folder, writes all files and leaves nothing else', async () => {
    const model = await dressed().read();
    const path = join(folder, 'new', 'deep', 'out.gltf');
    const written = await writeModelFile(path, model);
    expect(written.files.map(({ name }) => name)).toEqual(['out.gltf', 'out.bin']);
    expect((await readdir(join(folder, 'new', 'deep'))).sort()).toEqual(['out.bin', 'out.gltf']);
    expectSameModel(await readModelFile(path), model);
    await writeModelFile(path, model);
    expect((await readdir(join(folder, 'new', 'deep'))).length).toBe(2);
  });

  it('leaves no part behind where it fails, and the old file as it was', async () => {
    // A folder stands where the second of two files should go.
    await mkdir(join(folder, 'b.bin', 'full'), { recursive: true });
    await writeFile(join(folder, 'a.gltf'), 'old');
    const files = [
      { name: 'a.gltf', bytes: Uint8Array.of(1) },
      { name: 'b.bin', bytes: Uint8Array.of(2) },
    ];
    await expect(writeFiles(folder, files)).rejects.toThrow(expect.objectContaining({ code: 'file' }));
    expect((await readdir(folder)).sort()).toEqual(['a.gltf', 'b.bin']);
    expect(await readFile(join(folder, 'a.gltf'), 'utf8')).toBe('old');
  });

  it('leaves no part behind where the target is a folder', async () => {
    await mkdir(join(folder, 'a.glb'));
    await expect(writeBytesFile(join(folder, 'a.glb'), Uint8Array.of(1))).rejects.toThrow(
      /cannot write .*it is a folder/,
    );
    expect(await readdir(folder)).toEqual(['a.glb']);
  });

  it('says so where a part of the path is a file', async () => {
    await writeFile(join(folder, 'file'), 'x');
    for (const path of [join(folder, 'file', 'a.glb'), join(folder, 'file', 'deep', 'a.glb')]) {
      await expect(writeBytesFile(path, Uint8Array.of(1))).rejects.toThrow(
        expect.objectContaining({ code: 'file', message: expect.stringMatching(/cannot write/) }),
      );
    }
    expect(await readdir(folder)).toEqual(['file']);
  });
});
