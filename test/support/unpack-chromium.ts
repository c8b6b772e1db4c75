/** @file Unpacks Chromium before the first test. Workers that did it side by side started a file still being written (ETXTBSY). */

import chromium from '@sparticuz/chromium';

/** Called by vitest before the tests of a project. */
export async function setup(): Promise<void> {
  await chromium.executablePath();
}
