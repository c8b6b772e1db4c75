/** @file What the tests of the studio do with its page: open files, wait, choose modes. */

import type { Page } from 'playwright-core';
import type { ScriptHook } from '../../studio/src/script-hook.js';

declare global {
  var posespaceStudio: ScriptHook;
  var longTasks: { startTime: number; duration: number }[];
}

/** Wait until a creature can be posed, until its pose space is open, and until no task runs. */
export const movable = (page: Page) =>
  page.waitForFunction(
    () => globalThis.posespaceStudio?.state().history && globalThis.posespaceStudio.state().view.scene.facts,
    undefined,
    { timeout: 60_000 },
  );
export const spaceOpen = (page: Page) =>
  page.waitForFunction(() => globalThis.posespaceStudio.state().view.pose.space, undefined, {
    timeout: 90_000,
  });
export const idle = (page: Page) =>
  page.waitForFunction(() => globalThis.posespaceStudio.state().view.tasks.length === 0, undefined, {
    timeout: 90_000,
  });

/** Drops a file on the page. */
export async function drop(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  const transfer = await page.evaluateHandle(
    ({ name, base64 }) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
      return data;
    },
    { name, base64: Buffer.from(bytes).toString('base64') },
  );
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await page.dispatchEvent('.studio', type, { dataTransfer: transfer });
  }
}

/** Waits until a file is open. */
export const opened = (page: Page, name: string) =>
  page.waitForFunction(
    (wanted) => globalThis.posespaceStudio.state().history?.present.document.model.name === wanted,
    name,
    { timeout: 120_000 },
  );

export const poseOf = (page: Page) =>
  page.evaluate(() => {
    const { pose } = globalThis.posespaceStudio.state().history!.present.document;
    return [...pose.rotations, ...pose.root];
  });
/** Shows a mode; clicking the current one would hide its panel. */
export async function mode(page: Page, name: string): Promise<void> {
  const button = page.getByRole('navigation', { name: 'Modes' }).getByRole('button', { name });
  if ((await button.getAttribute('aria-current')) === null) await button.click();
}
