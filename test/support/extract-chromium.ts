/** @file Unpacks the Chromium of the browser tests, once for all of them. */

import chromium from '@sparticuz/chromium';

export async function setup(): Promise<void> {
  await chromium.executablePath();
}
