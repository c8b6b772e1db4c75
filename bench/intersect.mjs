/**
 * @file Exact self-intersection of posed meshes against CGAL and three-mesh-bvh, alternating: time, ratio, and whether
 * the pairs are the same; then the growth of cost. `npm run build && node bench/intersect.mjs`.
 *
 * A quadruped in random poses that intersect themselves, with fewer triangles (meshoptimizer) or more (each split into
 * four). We and three-mesh-bvh have a setup per mesh; CGAL has none.
 */

import { MeshoptSimplifier } from 'meshoptimizer';
import { createIntersectionFinder, createRigSkinner, createRng, subdivide } from 'posespace';
import { createCreature } from '../lab/creatures/create-creature.ts';
import { line, ms } from './measure.mjs';
import { openCgal } from './peers/cgal.mjs';
import { createBvhFinder } from './peers/three-mesh-bvh.mjs';

const POSES = 3;
const ROUNDS = 7;

/** Every joint rotated about a random axis, by 80° at most. */
function randomPose({ skeleton }, rng) {
  const rotations = new Float32Array(skeleton.names.length * 4);
  for (let j = 0; j < skeleton.names.length; j++) {
    const axis = [rng.normal(), rng.normal(), rng.normal()];
    const half = (rng.next() * 80 * Math.PI) / 360;
    const length = Math.hypot(...axis);
    rotations.set([...axis.map((x) => (x / length) * Math.sin(half)), Math.cos(half)], j * 4);
  }
  return { rotations, root: new Float32Array(3) };
}

/**
 * A quadruped at rest and in poses: `resolution` of its mesh, `simplify` is the number of triangles to reduce it to,
 * and each triangle is split into four `rounds` times.
 */
function makeBody({ resolution, simplify, rounds }) {
  const { rig } = createCreature('quadruped', { seed: 3, resolution });
  const { positions, triangles } = rig.mesh;
  const kept = triangles.slice();
  const [indices] = MeshoptSimplifier.simplify(
    kept,
    positions,
    3,
    simplify ? simplify * 3 : kept.length,
    1,
    [],
  );
  const [map, used] = MeshoptSimplifier.compactMesh(indices);
  const pick = (from) => {
    const to = new Float32Array(used * 3);
    for (let v = 0; v < map.length; v++)
      if (map[v] < used) to.set(from.subarray(v * 3, v * 3 + 3), map[v] * 3);
    return subdivide({ positions: to, triangles: indices }, rounds);
  };
  const rng = createRng(7);
  const skinner = createRigSkinner(rig);
  const poses = Array.from({ length: POSES }, () => pick(skinner.pose(randomPose(rig, rng))).positions);
  return { mesh: pick(positions), poses };
}

const middle = (list) => list.sort((a, b) => a - b)[list.length >> 1];
const keys = (pairs) => new Set(pairs.map(([a, b]) => `${a} ${b}`));
const rows = (pairs) => Array.from({ length: pairs.length / 2 }, (_, i) => [pairs[i * 2], pairs[i * 2 + 1]]);

/** How two sets of pairs differ, as text. */
function compare(ours, theirs) {
  const [a, b] = [keys(ours), keys(theirs)];
  const more = [...a].filter((key) => !b.has(key)).length;
  const less = [...b].filter((key) => !a.has(key)).length;
  return more + less === 0 ? 'same' : `+${more} −${less}`;
}

/** CPU milliseconds of a call, all threads: CGAL is another process, and other processes must not count. */
function time(call) {
  const start = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

async function benchPeers(cgal) {
  console.log(
    '\nSelf-intersection of a pose: all pairs against CGAL, pairs without a shared vertex against three-mesh-bvh',
  );
  line('triangles', 'new pairs', 'all pairs', 'CGAL', 'all / CGAL', 'pairs', 'bvh', 'bvh / ours', 'pairs');
  for (const size of [
    { resolution: 0.7, simplify: 1_900, rounds: 0 },
    { resolution: 1.19, rounds: 0 },
    { resolution: 0.79, rounds: 1 },
    { resolution: 0.96, rounds: 2 },
  ]) {
    const { mesh, poses } = makeBody(size);
    const finders = Object.fromEntries(
      ['new', 'apart', 'all'].map((scope) => [scope, createIntersectionFinder(mesh, { scope })]),
    );
    const bvh = createBvhFinder(mesh);
    for (let i = 0; i < 10; i++)
      for (const scope of Object.keys(finders)) finders[scope].find(poses[i % POSES]);
    const times = { new: [], apart: [], all: [], cgal: [], bvh: [] };
    const notes = { cgal: new Set(), bvh: new Set() };
    let found = 0;
    for (let round = 0; round < ROUNDS; round++) {
      for (const posed of poses) {
        for (const scope of ['new', 'apart', 'all'])
          times[scope].push(time(() => finders[scope].find(posed)));
        const theirs = await cgal?.find({ positions: posed, triangles: mesh.triangles });
        if (theirs) times.cgal.push(theirs.milliseconds);
        let others = [];
        if (round < 3) times.bvh.push(time(() => (others = bvh.find(posed))));
        if (round > 0) continue;
        const all = rows(finders.all.find(posed).pairs);
        found += all.length;
        if (theirs) notes.cgal.add(compare(all, theirs.pairs));
        notes.bvh.add(compare(rows(finders.apart.find(posed).pairs), others));
      }
    }
    const [fresh, apart, all, peer, other] = [times.new, times.apart, times.all, times.cgal, times.bvh].map(
      middle,
    );
    line(
      `${mesh.triangles.length / 3} (${Math.round(found / poses.length)} pairs per pose)`,
      ms(fresh),
      ms(all),
      cgal ? ms(peer) : '–',
      cgal ? `${(all / peer).toFixed(2)} ×` : '–',
      [...notes.cgal].join(' '),
      ms(other),
      `${(other / apart).toFixed(1)} ×`,
      [...notes.bvh].join(' '),
    );
  }
}

/** Degenerate cases: coordinates rounded to a coarse grid, so that triangles touch, fold, are coplanar or lose their area. */
async function benchContacts(cgal) {
  console.log('\nDegenerate contacts: poses rounded to a grid');
  line('grid cells per metre', 'pairs', 'against CGAL');
  const { mesh, poses } = makeBody({ resolution: 0.7, rounds: 0 });
  const finder = createIntersectionFinder(mesh, { scope: 'all', testLimit: 1e9 });
  for (const cells of [15, 40, 100]) {
    const snapped = poses[0].map((value) => Math.round(value * cells) / cells);
    const ours = rows(finder.find(snapped).pairs);
    const theirs = await cgal.find({ positions: snapped, triangles: mesh.triangles });
    line(String(cells), String(ours.length), compare(ours, theirs.pairs));
  }
}

function benchGrowth() {
  console.log('\nGrowth: new pairs of a pose');
  line('triangles', 'setup', 'find', 'ns per triangle');
  for (const rounds of [0, 1, 2, 3]) {
    const { mesh, poses } = makeBody({ resolution: 0.96, rounds });
    const triangles = mesh.triangles.length / 3;
    const setup = middle([1, 2, 3].map(() => time(() => createIntersectionFinder(mesh))));
    const finder = createIntersectionFinder(mesh);
    const find = middle([1, 2, 3].flatMap(() => poses.map((posed) => time(() => finder.find(posed)))));
    line(String(triangles), ms(setup), ms(find), ((find * 1e6) / triangles).toFixed(0));
  }
}

await MeshoptSimplifier.ready;
const cgal = openCgal();
if (!cgal)
  console.log(
    'CGAL does not compile here and is skipped: apt-get install g++ libcgal-dev libgmp-dev libmpfr-dev',
  );
await benchPeers(cgal);
if (cgal) await benchContacts(cgal);
cgal?.close();
benchGrowth();
