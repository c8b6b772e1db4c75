/**
 * @file How the studio is built. It knows the package by its public sub-paths alone (package-aliases.ts); the pose model
 * is copied beside the page, so that the build is a folder that any host can serve.
 */

import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { packageAliases } from './package-aliases.js';
import { shipServiceWorker } from './scripts/ship-service-worker.js';

const ROOT = new URL('../', import.meta.url);

/** Copies the shipped pose model to `models/pose/` of the build. */
function shipModel(): Plugin {
  return {
    name: 'ship-model',
    async generateBundle() {
      const folder = new URL('models/pose/', ROOT);
      for (const name of await readdir(folder)) {
        const source = await readFile(new URL(name, folder));
        this.emitFile({ type: 'asset', fileName: `models/pose/${name}`, source });
      }
    },
  };
}

/** Threads of WebAssembly need a page that shares nothing with other origins. */
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  resolve: { alias: packageAliases() },
  plugins: [react(), shipModel(), shipServiceWorker()],
  worker: { format: 'es' },
  build: { target: 'es2022', chunkSizeWarningLimit: 1500, modulePreload: { polyfill: false } },
  server: { host: '127.0.0.1', headers: ISOLATION },
  preview: { host: '127.0.0.1', headers: ISOLATION },
});
