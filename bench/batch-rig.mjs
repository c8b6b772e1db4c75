/**
 * @file `batch rig` over 200 meshes against a plain loop of `posespace rig`. Both go through the meshes in chunks, turn by turn
 * and the first of them in turn, so that other load hits both alike; every chunk is a process of its own and pays its start.
 *
 *     node --import ./lab/register.mjs bench/batch-rig.mjs [meshes] [chunk]
 */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateBody } from '../lab/bodies/generate-body.ts';
import { createCreature } from '../lab/creatures/create-creature.ts';
import { CREATURE_KINDS } from '../lab/creatures/creature-record.ts';

const PROGRAM = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
/** Seeds of generated bodies start here: others than training's. */
const FIRST_SEED = 900_000;

/** Half sample creatures, half generated bodies; the latter of at most so many vertices. */
function writeMeshes(folder, count) {
  const sizes = [];
  const write = (mesh, i) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${String(i).padStart(3, '0')}.obj`), toObj(mesh));
    sizes.push(mesh.positions.length / 3);
  };
  for (let i = 0; i < count / 2; i++) {
    const kind = CREATURE_KINDS[i % CREATURE_KINDS.length];
    write(createCreature(kind, { seed: 500 + i, resolution: 0.7 }).rig.mesh, i);
  }
  for (let seed = FIRST_SEED; sizes.length < count; seed++) {
    const { mesh } = generateBody(seed);
    if (mesh.positions.length <= 9000) write(mesh, sizes.length);
  }
  return sizes.sort((a, b) => a - b);
}

const toObj = ({ positions, triangles }) => {
  const lines = [];
  for (let v = 0; v < positions.length; v += 3) lines.push(`v ${positions.slice(v, v + 3).join(' ')}`);
  for (let t = 0; t < triangles.length; t += 3) {
    lines.push(`f ${triangles[t] + 1} ${triangles[t + 1] + 1} ${triangles[t + 2] + 1}`);
  }
  return `${lines.join('\n')}\n`;
};

/** Seconds of wall clock and of CPU, those of children included, that lines of a shell take. */
function time(lines, cwd) {
  const script = `TIMEFORMAT='%R %U %S'; { time { ${lines.join('; ')}; } >/dev/null 2>&1; } 2>&1`;
  const [wall, user, system] = execFileSync('bash', ['-c', script], { cwd, encoding: 'utf8' })
    .trim()
    .split('\n')
    .at(-1)
    .split(' ')
    .map(Number);
  return { wall, cpu: user + system };
}

const hashFiles = (folder) =>
  new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.glb'))
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]),
  );

const [count, chunk] = [Number(process.argv[2] ?? 200), Number(process.argv[3] ?? 20)];
const folder = mkdtempSync(join(tmpdir(), 'posespace-bench-'));
try {
  const sizes = writeMeshes(join(folder, 'in'), count);
  console.log(`${count} meshes, vertices: ${sizes[0]} to ${sizes.at(-1)}, median ${sizes[count >> 1]}`);
  mkdirSync(join(folder, 'loop'));
  const names = readdirSync(join(folder, 'in')).sort();
  const run = {
    loop: (some) =>
      some.map((name) => `node ${PROGRAM} rig in/${name} -o loop/${name.replace('.obj', '.glb')}`),
    batch: (some) => [`node ${PROGRAM} batch rig ${some.map((name) => `in/${name}`).join(' ')} -o batch`],
  };
  const totals = { loop: { wall: 0, cpu: 0 }, batch: { wall: 0, cpu: 0 } };
  const ratios = [];
  for (let start = 0; start < names.length; start += chunk) {
    const some = names.slice(start, start + chunk);
    const order = (start / chunk) % 2 ? ['batch', 'loop'] : ['loop', 'batch'];
    const taken = Object.fromEntries(order.map((way) => [way, time(run[way](some), folder)]));
    for (const way of order) {
      totals[way].wall += taken[way].wall;
      totals[way].cpu += taken[way].cpu;
    }
    ratios.push(taken.batch.wall / taken.loop.wall);
    const [loop, batch] = ['loop', 'batch'].map(
      (way) => `${way} ${taken[way].wall.toFixed(0)} s (CPU ${taken[way].cpu.toFixed(0)} s)`,
    );
    console.log(`${start + some.length}: ${loop}, ${batch}, load ${loadavg()[0].toFixed(1)}`);
  }
  const again = time(run.batch(names), folder);
  const [loop, batch] = [hashFiles(join(folder, 'loop')), hashFiles(join(folder, 'batch'))];
  const same = [...loop].filter(([name, hash]) => batch.get(name) === hash).length;
  ratios.sort((a, b) => a - b);
  console.log(
    [
      `on ${availableParallelism()} cores: loop ${totals.loop.wall.toFixed(0)} s (CPU ${totals.loop.cpu.toFixed(0)} s)`,
      `batch ${totals.batch.wall.toFixed(0)} s (CPU ${totals.batch.cpu.toFixed(0)} s)`,
      `ratio of wall clocks ${(totals.batch.wall / totals.loop.wall).toFixed(2)} (chunks ${ratios[0].toFixed(2)} to ${ratios.at(-1).toFixed(2)})`,
      `of CPU ${(totals.batch.cpu / totals.loop.cpu).toFixed(2)}`,
    ].join(', '),
  );
  console.log(
    `files: loop ${loop.size}, batch ${batch.size}, ${same} of them the same bytes; all again ${again.wall.toFixed(1)} s`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
