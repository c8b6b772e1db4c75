/** @file `posespace studio`: serves the web studio on this machine and opens it, with a file if one is given. */

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { encodeModel } from '../../io/write.js';
import { count, toggle } from '../shared/flags.js';
import { readInput } from '../shared/model-input.js';
import { defineCommand } from '../shared/shell.js';
import { STUDIO_PORT, serveStudio } from './serve-studio.js';

/** Where the package has the built studio. */
const FOLDER = fileURLToPath(new URL('../../../studio/dist', import.meta.url));

export const studioCommand = defineCommand({
  usage: 'studio [file]',
  summary: 'Open the web studio: rig, pose, animate and export in the browser; nothing is uploaded',
  flags: {
    port: count(`port on 127.0.0.1, 0 for any free one (default: ${STUDIO_PORT}, or any if it is taken)`, {
      max: 65_535,
      placeholder: 'number',
    }),
    open: toggle('print the address without opening the browser', { default: true }),
  },
  examples: [
    ['posespace studio', 'the studio with a sample creature'],
    ['posespace studio hero.glb', 'with your own model'],
  ],
  async run(context, file) {
    const { options, signal, onProgress } = context;
    onProgress?.({ stage: 'starting the studio', fraction: 0 });
    const { port } = options;
    // Packed into one file here, so that the server has nothing to do with the folder it came from.
    const model = file === undefined ? undefined : await readInput(context, file);
    const open = model ? (await encodeModel(model, `${model.name}.glb`)).files : [];
    const server = await serveStudio({ folder: FOLDER, open, port });
    if (options.open) openInBrowser(server.address);
    const stopped = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    return {
      data: { address: server.address },
      text: `Ctrl-C ends the studio; only this machine can reach it.\nThe studio is at ${server.address}`,
      until: stopped.then(() => server.close()),
    };
  },
});

/** Asks the desktop to open an address; where there is none, the user has it in the terminal. */
function openInBrowser(address: string): void {
  const [command, ...rest] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '""', address]
        : ['xdg-open', address];
  const child = spawn(command, rest, { stdio: 'ignore', detached: true });
  child.once('error', () => undefined);
  child.unref();
}
