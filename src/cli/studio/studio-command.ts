/** @file `posespace studio`: the web studio on this machine, with a file if one is given. */

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readModelFile } from '../../io/node.js';
import { encodeModel } from '../../io/write.js';
import type { CommandDefinition } from '../shared/shell.js';
import { wholeNumber } from '../shared/whole-number.js';
import { STUDIO_PORT, serveStudio } from './serve-studio.js';

/** Where the package has the built studio. */
const FOLDER = fileURLToPath(new URL('../../../studio/dist', import.meta.url));

export const studioCommand: CommandDefinition = {
  usage: 'studio [file]',
  summary: 'Open the studio in the browser: rig, pose, explore, animate, export; nothing is uploaded',
  flags: [
    [
      '--port <number>',
      `port on 127.0.0.1, 0 for any that is free (default: ${STUDIO_PORT}, or any if taken)`,
    ],
    ['--no-open', 'print the address and leave the browser alone'],
  ],
  examples: [
    ['posespace studio', 'the studio with one of our creatures'],
    ['posespace studio hero.glb', 'with a model of yours'],
  ],
  async run({ options, limits, signal, onProgress }, file) {
    onProgress?.({ stage: 'starting the studio', fraction: 0 });
    const port = wholeNumber('--port', options.port, 0, 65535);
    // Packed into one file here, so that the server has nothing to do with the folder it came from.
    const model = file === undefined ? undefined : await readModelFile(file, { limits });
    const open = model ? (await encodeModel(model, `${model.name}.glb`)).files : [];
    const server = await serveStudio({ folder: FOLDER, open, port });
    if (options.open !== false) openInBrowser(server.address);
    const stopped = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    return {
      data: { address: server.address },
      text: `The studio is at ${server.address}\nCtrl-C ends it. Only this machine can reach it.`,
      until: stopped.then(() => server.close()),
    };
  },
};

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
