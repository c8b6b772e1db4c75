/**
 * @file Prepares dependencies that carry code for Node, so that pages can bundle the package without warnings, and
 * those of which the program needs a small part. Runs after the compiler: modules that re-export a dependency become self-contained, `dist/vendor/` holds what the `imports` of
 * package.json name for browsers. WASM files stay in their packages: bundlers follow `new URL(…, import.meta.url)`.
 */

import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Modules of Node, behind branches that no page enters. */
const NODE_MODULES = /^(node:)?(fs|path|module|url|crypto|worker_threads)$/;

const dropNode = {
  name: 'drop-node',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: NODE_MODULES }, ({ path }) => ({ path, namespace: 'dropped' }));
    onLoad({ filter: /.*/, namespace: 'dropped' }, () => ({ contents: 'export default {};' }));
  },
};

/** Emscripten's glue looks for its file beside itself; here it is asked of the package, by name. */
const nameWasm = {
  name: 'name-wasm',
  setup({ onLoad }) {
    onLoad({ filter: /@mujoco[\\/]mujoco[\\/]mujoco\.js$/ }, async ({ path }) => {
      const parts = (await readFile(path, 'utf8')).split("new URL('mujoco.wasm'");
      if (parts.length !== 2) throw new Error(`${path}: one place that names mujoco.wasm was expected`);
      return { contents: parts.join("new URL('@mujoco/mujoco/mujoco.wasm'") };
    });
  },
};

const DRACO = `
import createDecoder from 'draco3dgltf/draco_decoder_gltf_nodejs.js';
const locateFile = () => new URL('draco3dgltf/draco_decoder_gltf.wasm', import.meta.url).href;
export default { createDecoderModule: () => createDecoder({ locateFile }) };
`;

const licences = new Map();

/** How a module is bundled for pages, and for Node alone. */
const FOR_PAGES = { platform: 'browser', define: { process: 'undefined' }, plugins: [dropNode, nameWasm] };
const FOR_NODE = { platform: 'node' };

/** Bundles one module and notes whose code is in it. */
async function bundle(entry, outfile, host = FOR_PAGES) {
  const { metafile } = await build({
    ...entry,
    ...host,
    metafile: true,
    absWorkingDir: ROOT,
    outfile,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    legalComments: 'inline',
    logLevel: 'warning',
  });
  for (const path of Object.keys(metafile.inputs)) {
    const folder = /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
    if (folder && !licences.has(folder)) licences.set(folder, await readLicence(folder));
  }
}

/** The licence of a package: its file, or the name that its package.json gives. */
async function readLicence(folder) {
  const { name, version, license } = JSON.parse(await readFile(`${ROOT}${folder}/package.json`, 'utf8'));
  const file = (await readdir(`${ROOT}${folder}`)).find((one) => /^licen[cs]e/i.test(one));
  const text = file ? await readFile(`${ROOT}${folder}/${file}`, 'utf8') : '';
  return `${name} ${version}, ${license}\n\n${text}`.trim();
}

for (const [module, host] of [
  ['dist/io/gltf/gltf-codecs.js', FOR_PAGES],
  ['dist/kernels/meshopt-simplifier.js', FOR_PAGES],
  ['dist/cli/mcp/mcp-sdk.js', FOR_NODE],
  ['dist/batch/s3-client.js', FOR_NODE],
]) {
  await bundle({ entryPoints: [module] }, `${module}.tmp`, host);
  await rename(`${ROOT}${module}.tmp`, `${ROOT}${module}`);
}
await bundle(
  { stdin: { contents: "export { default } from '@mujoco/mujoco';", resolveDir: ROOT } },
  'dist/vendor/mujoco.js',
);
await bundle({ stdin: { contents: DRACO, resolveDir: ROOT } }, 'dist/vendor/draco.js');

const notices = [...licences].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
await writeFile(`${ROOT}dist/vendor/LICENSES.txt`, `${notices.join('\n\n---\n\n')}\n`);
