/**
 * @file Prepares dependencies that carry code for Node, so that pages can bundle the package without warnings. Runs
 * after the compiler: `dist/io/gltf/gltf-codecs.js` becomes self-contained, `dist/vendor/` holds what the `imports` of
 * package.json name for browsers. WASM files stay in their packages: bundlers follow `new URL(…, import.meta.url)`.
 */

import { readFile, rename } from 'node:fs/promises';
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

/** Bundles one module for browsers, with the notices of its licences. */
async function bundle(entry, outfile) {
  await build({
    ...entry,
    absWorkingDir: ROOT,
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    legalComments: 'inline',
    define: { process: 'undefined' },
    plugins: [dropNode, nameWasm],
    logLevel: 'warning',
    logOverride: { 'direct-eval': 'silent' },
  });
}

const codecs = 'dist/io/gltf/gltf-codecs.js';
await bundle({ entryPoints: [codecs] }, `${codecs}.tmp`);
await rename(`${ROOT}${codecs}.tmp`, `${ROOT}${codecs}`);
await bundle(
  { stdin: { contents: "export { default } from '@mujoco/mujoco';", resolveDir: ROOT } },
  'dist/vendor/mujoco.js',
);
await bundle({ stdin: { contents: DRACO, resolveDir: ROOT } }, 'dist/vendor/draco.js');
