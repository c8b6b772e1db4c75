/**
 * @file How the studio is built. It knows the package by its public sub-paths alone, resolved here from the exports of
 * the package.json above; the pose model is copied beside the page, so that the build is a folder any host can serve.
 */

import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { shipServiceWorker } from './scripts/ship-service-worker.js';

const ROOT = new URL('../', import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as {
  exports: Record<string, { default: string }>;
};

/** Every sub-path of the package, as Vite wants it. */
const aliases = Object.entries(exports).map(([subPath, { default: file }]) => ({
  find: new RegExp(`^posespace${subPath.slice(1)}$`),
  replacement: fileURLToPath(new URL(file, ROOT)),
}));

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
  resolve: { alias: aliases },
  plugins: [react(), shipModel(), shipServiceWorker()],
  worker: { format: 'es' },
  build: { target: 'es2022', chunkSizeWarningLimit: 1500, modulePreload: { polyfill: false } },
  server: { host: '127.0.0.1', headers: ISOLATION },
  preview: { host: '127.0.0.1', headers: ISOLATION },
});
