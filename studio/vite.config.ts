/**
 * @file Vite configuration of the studio. It uses the package by its public sub-paths only (package-aliases.ts); the
 * networks and the sample creatures are copied beside the page, so that the build is a folder that any static host can serve.
 */

import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { packageAliases } from './package-aliases.js';
import { compactModel } from './scripts/compact-network.js';
import { writeServiceWorker } from './scripts/write-service-worker.js';

const ROOT = new URL('../', import.meta.url);

/** The network that every visit loads, in its small form, and those that rig a mesh and read a rig, as they are. */
const COMPACT = 'pose';
const NETWORKS = [COMPACT, 'skeleton', 'label'];

/** Copies the shipped networks to `models/` of the build. */
function copyNetworks(): Plugin {
  return {
    name: 'copy-networks',
    async generateBundle() {
      for (const model of NETWORKS) {
        const folder = new URL(`models/${model}/`, ROOT);
        const files = new Map<string, Uint8Array>();
        for (const name of await readdir(folder)) files.set(name, await readFile(new URL(name, folder)));
        const card = JSON.parse(new TextDecoder().decode(files.get('card.json')));
        for (const [name, source] of model === COMPACT ? compactModel(card, files) : files) {
          this.emitFile({ type: 'asset', fileName: `models/${model}/${name}`, source });
        }
      }
    },
  };
}

const SAMPLES = new URL('samples/', ROOT);

/** The sample creatures, as `samples/` of the build and of the development server. */
function copySamples(): Plugin {
  return {
    name: 'copy-samples',
    async generateBundle() {
      for (const name of await readdir(SAMPLES)) {
        const source = await readFile(new URL(name, SAMPLES));
        this.emitFile({ type: 'asset', fileName: `samples/${name}`, source });
      }
    },
    configureServer: ({ middlewares }) => {
      middlewares.use('/samples', (request, response, next) => {
        const name = /^\/([\w-]+\.glb)$/.exec(request.url ?? '')?.[1];
        if (!name) return next();
        readFile(new URL(name, SAMPLES)).then(
          (bytes) => response.end(bytes),
          () => next(),
        );
      });
    },
  };
}

/** WebAssembly threads need a cross-origin isolated page. */
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** Rolldown reports plugins that take most of the build time; on a busy machine that is every build. */
const CHECKS = { bundlerTimings: false };

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  resolve: { alias: packageAliases() },
  plugins: [react(), copyNetworks(), copySamples(), writeServiceWorker()],
  // Warnings and errors only, so that `npm start` ends with the address of the studio.
  logLevel: 'warn',
  worker: { format: 'es', rolldownOptions: { checks: CHECKS } },
  build: {
    target: 'es2022',
    // The workers contain the whole package, and are loaded after the page.
    chunkSizeWarningLimit: 1500,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: CHECKS },
  },
  server: { host: '127.0.0.1', headers: ISOLATION },
  preview: { host: '127.0.0.1', headers: ISOLATION },
});
