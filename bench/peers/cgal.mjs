/**
 * @file Peer of exact self-intersection: CGAL, compiled here if its headers are installed (Debian: apt-get install g++
 * libcgal-dev libgmp-dev libmpfr-dev), kept running so that calls can alternate with ours.
 */

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Starts CGAL; undefined if it does not compile. */
export function openCgal() {
  const folder = mkdtempSync(join(tmpdir(), 'posespace-bench-'));
  const program = join(folder, 'cgal-intersections');
  const source = new URL('./cgal-intersections.cpp', import.meta.url).pathname;
  const flags = ['-O3', '-DNDEBUG', '-march=native', '-o', program, source, '-lgmp', '-lmpfr'];
  if (spawnSync('g++', flags, { stdio: 'ignore' }).status !== 0) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
  let received = Buffer.alloc(0);
  let waiting = () => {};
  child.stdout.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    waiting();
  });
  const ended = new Promise((_, reject) => {
    child.on('exit', (code) =>
      reject(new Error(`CGAL exited with ${code}; 2 means the mesh is not manifold`)),
    );
  });
  ended.catch(() => {});
  const receive = async (length) => {
    while (received.length < length) {
      await Promise.race([ended, new Promise((resolve) => (waiting = resolve))]);
    }
    const bytes = received.subarray(0, length);
    received = received.subarray(length);
    return bytes;
  };
  return {
    /** CPU milliseconds of one search, and its pairs [P][2], lower index first, without degenerate faces. */
    async find({ positions, triangles }) {
      for (const array of [
        Uint32Array.of(positions.length / 3, triangles.length / 3),
        Float32Array.from(positions),
        Uint32Array.from(triangles),
      ]) {
        child.stdin.write(Buffer.from(array.buffer));
      }
      const head = await receive(12);
      const rows = await receive(head.readUInt32LE(8) * 8);
      const pairs = [];
      for (let i = 0; i < rows.length; i += 8) {
        const [a, b] = [rows.readUInt32LE(i), rows.readUInt32LE(i + 4)];
        if (a !== b) pairs.push([Math.min(a, b), Math.max(a, b)]);
      }
      return { milliseconds: head.readDoubleLE(0), pairs };
    },
    close() {
      child.removeAllListeners('exit');
      child.stdin.end();
      rmSync(folder, { recursive: true });
    },
  };
}
