/**
 * @file Serves a built studio on loopback and opens it in Chromium. Used by the tests and by bench/studio.mjs; plain
 * JavaScript, so that both can import it.
 */

import { connect, createServer } from 'node:net';
import chromium from '@sparticuz/chromium';
import { chromium as playwright } from 'playwright-core';
import { serveStudio } from '../../dist/cli/studio/serve-studio.js';

/**
 * Chromium with software rendering. The default arguments of @sparticuz/chromium disable web security, and with it the
 * cross-origin isolation that threads need.
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

/** Starts a server for a built studio, and a browser; `visit` opens the page with a fresh profile. */
export async function openStudio(folder, open = []) {
  const server = await serveStudio({ folder, open, port: 0 });
  const wire = await countBytes(new URL(server.address).port);
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ARGUMENTS,
  });
  return {
    address: wire.address,
    sentBytes: wire.sentBytes,
    async close() {
      await browser.close();
      await wire.close();
      await server.close();
    },
    visit: (size = {}) => visit(browser, wire.address, size),
  };
}

/** Opens the page in a new context and records errors and requests to other hosts. */
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
  await page.goto(address);
  return { page, problems, strangers, close: () => context.close() };
}

/** Passes connections on to a port, and counts what comes back: all that the server sends, compressed, with headers. */
async function countBytes(port) {
  let sent = 0;
  const sockets = new Set();
  const proxy = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1');
    far.on('data', ({ length }) => {
      sent += length;
    });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.once('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
      socket.on('error', () => socket.destroy());
    }
    near.pipe(far).pipe(near);
  });
  await new Promise((listening) => proxy.listen(0, '127.0.0.1', listening));
  return {
    address: `http://127.0.0.1:${proxy.address().port}/`,
    sentBytes: () => sent,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((closed) => proxy.close(closed));
    },
  };
}
