/**
 * @file The package as users get it: packed, installed into an empty folder from the registry alone, imported and run
 * in Node without the native runtime, compiled against by TypeScript, bundled for browsers by esbuild and Vite. Needs a
 * built studio (`npm run build:studio`), which `prepack` provides when the package is published.
 */

import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build as esbuild } from 'esbuild';
import { createLogger, build as viteBuild } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLES } from '../../src/io/samples.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);
const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
/** Modules; the files of `samples` have a sub-path too. */
const subPaths = Object.keys(manifest.exports)
  .filter((path) => !path.endsWith('.glb'))
  .map((path) => `posespace${path.slice(1)}`);
const forBrowsers = subPaths.filter((path) => path !== 'posespace/io/node');

/** An empty folder with the package installed, and what npm said of the tarball. */
let folder: string;
let packed: { readonly filename: string; readonly size: number; readonly unpackedSize: number };
let packedFiles: string[];
const sizes: Record<string, { esbuild?: number; vite?: number }> = {};

const say = (line: string) => process.stdout.write(`${line}\n`);
const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} kB`;
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const posespace = (...args: string[]) =>
  run(process.execPath, [join(folder, 'node_modules/posespace/dist/cli/main.js'), ...args], { cwd: folder });

async function folderSize(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const bytes = await Promise.all(
    files.map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  );
  return bytes.reduce((sum, size) => sum + size, 0);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-package-'));
  // Scripts are left out: `prepack` builds what this test was given, and other tests are reading it.
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: ROOT,
    maxBuffer: 1e8,
  });
  const [report] = JSON.parse(stdout);
  packed = report;
  packedFiles = report.files.map(({ path }: { path: string }) => path);
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await run(
    'npm',
    ['install', '--prefer-offline', '--no-audit', '--no-fund', join(folder, packed.filename)],
    {
      cwd: folder,
    },
  );
}, 180_000);

afterAll(async () => {
  const rows = Object.entries(sizes).map(
    ([path, size]) =>
      `  ${path.padEnd(20)} esbuild ${kilobytes(size.esbuild ?? 0)}, Vite ${kilobytes(size.vite ?? 0)}`,
  );
  say(['bundles, minified, entry and static imports:', ...rows].join('\n'));
  await rm(folder, { recursive: true, force: true });
});

describe('the tarball', () => {
  it('holds the package, the models and the built studio, and nothing that was not asked for', async () => {
    expect(manifest.scripts.prepack).toBe('npm run --silent build:studio');
    for (const path of [
      'dist/index.js',
      'dist/index.d.ts',
      'models/pose/step.onnx',
      'models/motion-prior/prior.onnx',
      ...Object.keys(SAMPLES).flatMap((name) => [`samples/${name}.glb`, `studio/dist/samples/${name}.glb`]),
      'studio/dist/index.html',
    ]) {
      expect(packedFiles).toContain(path);
    }
    expect(
      packedFiles.filter((path) => /\.map$|\.test\.|^(src|test|lab|bench|studio\/src)\//.test(path)),
    ).toEqual([]);
    say(
      `tarball: ${megabytes(packed.size)}, unpacked ${megabytes(packed.unpackedSize)}, ${packedFiles.length} files`,
    );
  });

  it('installs from the registry alone, without the native runtime', async () => {
    const installed = await readdir(join(folder, 'node_modules'));
    expect(installed).toContain('onnxruntime-web');
    expect(installed).not.toContain('onnxruntime-node');
    const lock = JSON.parse(await readFile(join(folder, 'node_modules/.package-lock.json'), 'utf8'));
    const scripts = Object.entries<{ hasInstallScript?: boolean }>(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path);
    // Its script compares versions; nothing else may run when the package is installed.
    expect(scripts.filter((path) => path !== 'node_modules/protobufjs')).toEqual([]);
    const bytes = await folderSize(join(folder, 'node_modules'));
    const native = await folderSize(join(ROOT, 'node_modules/onnxruntime-node'));
    say(`installed: ${megabytes(bytes)}, with onnxruntime-node ${megabytes(bytes + native)}`);
  });
});

describe('in Node', () => {
  it.each(subPaths)('%s can be imported', async (path) => {
    const program = `const names = Object.keys(await import('${path}')); console.log(names.length);`;
    const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', program], {
      cwd: folder,
    });
    expect(Number(stdout)).toBeGreaterThan(3);
    expect(stderr).toBe('');
  });

  it('finds the sample creatures by their sub-path', async () => {
    const program = `console.log(import.meta.resolve('posespace/samples/wolf.glb'))`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: folder });
    expect((await stat(fileURLToPath(stdout.trim()))).size).toBeLessThanOrEqual(150_000);
  });

  it('the command line opens a creature, samples poses of it in WebAssembly and says so in one line', async () => {
    await posespace('creature', 'snake');
    const sample = ['pose', 'sample', 'snake.glb', '--count', '1', '--steps', '4'];
    const { stdout } = await posespace(...sample, '-o', 'poses.glb');
    expect(stdout.match(/WebAssembly/g)).toHaveLength(1);
    expect(stdout).toMatch(/npm i onnxruntime-node/);
    expect((await stat(join(folder, 'poses.glb'))).size).toBeGreaterThan(10_000);
  }, 120_000);

  it('imagines a motion with the network that it ships', async () => {
    await posespace('creature', 'dog');
    const imagine = ['animate', 'imagine', 'dog.glb', '--action', 'attack', '--seed', '3', '--steps', '3'];
    const { stdout } = await posespace(...imagine, '--no-clean-feet', '-o', 'dog-attack.glb', '--json');
    expect(JSON.parse(stdout).clips).toMatchObject([{ clip: 'attack 3', frames: 38, source: 'model' }]);
  }, 120_000);

  it('draws a clip as a GIF', async () => {
    await posespace('creature', 'fish');
    await posespace('render', 'fish.glb', '--clip', 'swim', '--video', 'swim.gif', '--size', '64');
    const bytes = await readFile(join(folder, 'swim.gif'));
    expect([bytes.toString('latin1', 0, 6), bytes.at(-1)]).toEqual(['GIF89a', 0x3b]);
  });

  it('simulates: the physics engine is found', async () => {
    const program = `const { loadPhysics } = await import('posespace/motion'); console.log(typeof (await loadPhysics()).mj_step);`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: folder });
    expect(stdout.trim()).toBe('function');
  });

  it('serves the studio, its models and its programs', async () => {
    const main = join(folder, 'node_modules/posespace/dist/cli/main.js');
    const server = spawn(process.execPath, [main, 'studio', '--port', '0', '--no-open'], { cwd: folder });
    try {
      const address = await new Promise<string>((resolve, reject) => {
        let said = '';
        const listen = (chunk: Buffer) => {
          said += chunk;
          const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(said);
          if (found) resolve(found[0]);
        };
        server.stdout.on('data', listen);
        server.stderr.on('data', listen);
        server.once('exit', () => reject(new Error(`the studio ended: ${said}`)));
      });
      const page = await (await fetch(address)).text();
      const scripts = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map((match) => match[1]);
      expect(scripts.length).toBeGreaterThan(0);
      const programs = packedFiles.filter((path) => /^studio\/dist\/assets\/.*\.wasm$/.test(path));
      expect(programs.length).toBeGreaterThan(2);
      const paths = [
        ...scripts,
        ...programs.map((path) => path.slice('studio/dist/'.length)),
        'models/pose/card.json',
        'samples/wolf.glb',
      ];
      for (const path of paths) {
        const response = await fetch(new URL(path, address), { method: 'HEAD' });
        expect([path, response.status]).toEqual([path, 200]);
      }
    } finally {
      server.kill();
    }
  }, 60_000);
});

describe('TypeScript', () => {
  it.each([
    ['NodeNext', 'NodeNext'],
    ['ESNext', 'Bundler'],
  ])(
    'compiles every sub-path with module %s and moduleResolution %s, libraries checked',
    async (module, moduleResolution) => {
      const program = join(folder, moduleResolution);
      await mkdir(program);
      const imports = subPaths.map((path, i) => `import * as part${i} from '${path}';`);
      const parts = subPaths.map((_, i) => `part${i}`);
      const use = `
import type { Mesh } from 'posespace/mesh';
import { type Rig, rigMesh } from 'posespace/rig';
export const rig = async (mesh: Mesh): Promise<Rig> => (await rigMesh(mesh)).rig;
// @ts-expect-error: the types are known, not \`any\`.
rigMesh('no mesh');
`;
      await writeFile(
        join(program, 'main.ts'),
        `${imports.join('\n')}\nexport const parts = [${parts.join(', ')}];${use}`,
      );
      const options = {
        module,
        moduleResolution,
        target: 'ES2022',
        strict: true,
        skipLibCheck: false,
        noEmit: true,
      };
      await writeFile(
        join(program, 'tsconfig.json'),
        JSON.stringify({ compilerOptions: { ...options, types: [] }, files: ['main.ts'] }),
      );
      const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
      const result = await run(process.execPath, [tsc, '-p', program]).catch((error) => error);
      expect(result.stdout).toBe('');
    },
    60_000,
  );
});

describe('bundled for browsers, without a warning', () => {
  it.each(forBrowsers)(
    '%s by esbuild',
    async (path) => {
      const { warnings, errors, metafile } = await esbuild({
        stdin: { contents: `export * from '${path}';`, resolveDir: folder },
        absWorkingDir: folder,
        bundle: true,
        splitting: true,
        format: 'esm',
        platform: 'browser',
        minify: true,
        write: false,
        metafile: true,
        outdir: 'out',
        logLevel: 'silent',
      });
      expect([...errors, ...warnings]).toEqual([]);
      const { outputs } = metafile;
      const statics = new Set<string>();
      const visit = (name: string) => {
        if (statics.has(name)) return;
        statics.add(name);
        for (const { path: next, kind } of outputs[name].imports)
          if (kind === 'import-statement') visit(next);
      };
      visit(Object.keys(outputs).find((name) => outputs[name].entryPoint === '<stdin>')!);
      sizes[path] = { esbuild: [...statics].reduce((sum, name) => sum + outputs[name].bytes, 0) };
      expect(sizes[path].esbuild).toBeGreaterThan(10_000);
    },
    60_000,
  );

  it.each(forBrowsers)(
    '%s by Vite',
    async (path) => {
      const entry = join(folder, `${path.replaceAll('/', '-')}.js`);
      await writeFile(entry, `export * from '${path}';`);
      const logger = createLogger('warn');
      const warnings: string[] = [];
      logger.warn = (message) => warnings.push(message);
      logger.warnOnce = logger.warn;
      const result = await viteBuild({
        root: folder,
        configFile: false,
        publicDir: false,
        customLogger: logger,
        build: {
          write: false,
          // `export *` keeps everything: larger than what a page would import.
          chunkSizeWarningLimit: 5000,
          rolldownOptions: {
            input: entry,
            preserveEntrySignatures: 'strict',
            checks: { pluginTimings: false },
          },
        },
      });
      expect(warnings).toEqual([]);
      const { output } = (Array.isArray(result) ? result[0] : result) as {
        output: { fileName: string; isEntry?: boolean; code?: string; imports?: string[] }[];
      };
      const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));
      const statics = new Set<string>();
      const visit = (name: string) => {
        if (statics.has(name)) return;
        statics.add(name);
        for (const next of chunks.get(name)?.imports ?? []) visit(next);
      };
      visit(output.find(({ isEntry }) => isEntry)!.fileName);
      const bytes = [...statics].reduce((sum, name) => sum + (chunks.get(name)?.code?.length ?? 0), 0);
      sizes[path] = { ...sizes[path], vite: bytes };
      expect(bytes).toBeGreaterThan(10_000);
    },
    60_000,
  );

  it('posespace/io/node by esbuild for Node', async () => {
    const { warnings } = await esbuild({
      stdin: { contents: "export * from 'posespace/io/node';", resolveDir: folder },
      bundle: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      write: false,
      logLevel: 'silent',
    });
    expect(warnings).toEqual([]);
  });
});
