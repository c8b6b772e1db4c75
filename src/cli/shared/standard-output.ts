/**
 * @file Standard output: every byte is written, or somebody hears that it was not. Node's own stream for files and devices
 * takes a write that was cut short, as on a full disk, for a whole one.
 */

import { fstatSync, writeSync } from 'node:fs';

const STDOUT = 1;

/** Writes to standard output; `onLost` gets the error of what could not be written. */
export function openStandardOutput(onLost: (error: NodeJS.ErrnoException) => void) {
  // Pipes and terminals are Node's: it waits until they take more, and hears when they are closed.
  process.stdout.on('error', onLost);
  const write = isFile() ? writeAll : (bytes: Uint8Array) => void process.stdout.write(bytes);
  const encoder = new TextEncoder();
  return (text: string | Uint8Array): void => {
    try {
      write(typeof text === 'string' ? encoder.encode(text) : text);
    } catch (error) {
      onLost(error as NodeJS.ErrnoException);
    }
  };
}

function isFile(): boolean {
  const info = fstatSync(STDOUT);
  return info.isFile() || (info.isCharacterDevice() && !process.stdout.isTTY);
}

function writeAll(bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(STDOUT, bytes, done);
}
