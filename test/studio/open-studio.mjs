/**
 * @file The studio in Chromium: built, served on loopback, opened. For the tests beside it and for bench/studio.mjs;
 * plain JavaScript, so that both can use it as it is.
 */

import chromium from '@sparticuz/chromium';
import { chromium as playwright } from 'playwright-core';
import { serveStudio } from '../../dist/cli/studio/serve-studio.js';

/**
 * Chromium as users have it, drawn by the processor. The arguments that @sparticuz/chromium proposes switch off web
 * security, and with it the isolation that threads need.
 */
const ARGUMENTS = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a server for a built studio and a browser; `visit` opens a fresh profile on it. */
export async function openStudio(folder, open = []) {
  const server = await serveStudio({ folder, open, port: 0 });
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ARGUMENTS,
  });
  return {
    address: server.address,
    async close() {
      await browser.close();
      await server.close();
    },
    visit: (size = {}) => visit(browser, server.address, size),
  };
}

/** Opens the page in a context of its own and listens to what goes wrong and where it asks for things. */
async function visit(browser, address, { width = 1280, height = 720 }) {
  const context = await browser.newContext({ viewport: { width, height }, acceptDownloads: true });
  const page = await context.newPage();
  const problems = [];
  const strangers = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !/^(blob|data):/.test(url)) strangers.push(url);
  });
  // Tasks of the page's own thread that keep it from answering, from the first moment on.
  await page.addInitScript(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) window.longTasks.push({ startTime, duration });
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(address);
  return { page, problems, strangers, close: () => context.close() };
}
