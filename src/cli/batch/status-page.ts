/** @file A read-only page of a run's status on loopback, for a browser to keep open. Nothing can be changed through it. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PosespaceError } from '../../base/errors.js';
import type { RunStatus } from '../../batch/run-status.js';

export interface StatusPage {
  readonly address: string;
  close(): Promise<void>;
}

const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;
const HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** Serves the page; `/status.json` is the same as data. */
export async function serveStatus(read: () => Promise<RunStatus>, port: number): Promise<StatusPage> {
  const server = createServer(async (request, response) => {
    const answer = (status: number, type: string, body: string) => {
      response.writeHead(status, { ...HEADERS, 'content-type': `${type}; charset=utf-8` });
      response.end(request.method === 'HEAD' ? undefined : body);
    };
    if (!LOOPBACK.test(request.headers.host ?? '')) return answer(403, 'text/plain', 'loopback only');
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(405, 'text/plain', 'read only');
    const wantsJson = request.url === '/status.json';
    if (!wantsJson && request.url !== '/') return answer(404, 'text/plain', 'there is no such page');
    try {
      const status = await read();
      if (wantsJson) answer(200, 'application/json', JSON.stringify(status));
      else answer(200, 'text/html', drawPage(status));
    } catch (error) {
      answer(503, 'text/plain', (error as Error).message);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new PosespaceError('bad-usage', `batch: port ${port} cannot be used (${error.code})`)),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
code { font-size: .9em; overflow-wrap: anywhere; }
.bar { display: flex; height: 1.2rem; border-radius: .4rem; overflow: hidden; background: #8883; }
.done { background: #2a8; } .active { background: #48c; } .dead { background: #c44; } .cancelled { background: #888; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .3rem .6rem; border-top: 1px solid #8884; vertical-align: top; }`;

function drawPage({ id, created, line, counts, failures }: RunStatus): string {
  const share = (name: 'done' | 'active' | 'dead' | 'cancelled') =>
    `<div class="${name}" style="width:${((100 * counts[name]) / Math.max(1, counts.total)).toFixed(2)}%" title="${name}"></div>`;
  const words = (['done', 'active', 'waiting', 'dead', 'cancelled'] as const).map(
    (name) => `${counts[name]} ${name}`,
  );
  const rows = failures.map(
    ({ name, status, tries, reason }) =>
      `<tr><td>${escapeHtml(name)}</td><td>${status}</td><td>${tries}</td><td>${escapeHtml(reason)}</td></tr>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="2">
<meta name="viewport" content="width=device-width"><title>${counts.done} of ${counts.total} · posespace batch</title>
<style>${STYLE}</style>
<h1>${counts.done} of ${counts.total} done</h1>
<div class="bar">${(['done', 'active', 'dead', 'cancelled'] as const).map(share).join('')}</div>
<p>${words.join(' · ')}</p>
<p><code>${escapeHtml(line)}</code><br>run ${escapeHtml(id)}, submitted ${escapeHtml(created)}</p>
${rows.length > 0 ? `<table><tr><th>file</th><th>is</th><th>tries</th><th>why</th></tr>${rows.join('')}</table>` : ''}
</html>`;
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
