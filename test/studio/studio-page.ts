/** @file What the tests of the studio do with its page: open files, wait, choose modes. */

import type { JSHandle, Page } from 'playwright-core';
import type { ScriptHook } from '../../studio/src/script-hook.js';

declare global {
  var posespaceStudio: ScriptHook;
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
  await dropHeld(page, await holdFile(page, name, bytes));
}

/** A file in the page's memory, ready to be dropped. */
export const holdFile = (page: Page, name: string, bytes: Uint8Array): Promise<JSHandle<DataTransfer>> =>
  page.evaluateHandle(
    ({ name, base64 }) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
      return data;
    },
    { name, base64: Buffer.from(bytes).toString('base64') },
  );

export async function dropHeld(page: Page, transfer: JSHandle<DataTransfer>): Promise<void> {
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await page.dispatchEvent('.studio', type, { dataTransfer: transfer });
  }
}

/**
 * The longest task of the page while something is done, milliseconds of CPU: on a busy machine the wall clock tells how
 * long it waited for a core.
 */
export async function longestTask(page: Page, work: () => Promise<unknown>): Promise<number> {
  interface TraceEvent {
    readonly name: string;
    readonly pid: number;
    readonly tid: number;
    readonly tdur?: number;
    readonly args: { readonly name?: string };
  }
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const includedCategories = ['toplevel', '__metadata'];
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  await work();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const main = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf),
  );
  const tasks = events.filter((event) => event.name.endsWith('RunTask') && main.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('the trace has no tasks of the page');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
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
