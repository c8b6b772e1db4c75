/**
 * @file The surface around the bones: which bone each surface sample is nearest to, and what that says about the bone: how
 * thick it is, whether its section is flat (a wing, a fin), how far the body extends beyond a leaf.
 *
 * A bone is identified by the joint at its far end. Nearest means straight distance, not distance through the body: the
 * errors (an arm beside a flank) affect few samples, and the figures are means.
 */

export interface BoneRegions {
  /** Samples in body coordinates. [N, 3] */
  readonly points: Float64Array;
  /** Bone of each sample, by its far joint; 0 only for a skeleton of one joint. [N] */
  readonly owner: Int16Array;
  /** Position along the bone, 0 at the parent, 1 at the joint, above 1 beyond a leaf. [N] */
  readonly along: Float64Array;
  /** Fraction of the surface. [J] */
  readonly share: Float64Array;
  /** Mean distance of the surface from the bone. [J] */
  readonly radius: Float64Array;
  /** Mean height of the surface above the line of the bone: far from 0 if the bone is not in the middle. [J] */
  readonly rise: Float64Array;
  /** Half-width of the bone's section along its wider axis. [J] */
  readonly width: Float64Array;
  /** Narrow over wide axis of the section: 1 round, 0 a sheet. [J] */
  readonly roundness: Float64Array;
  /** Height of the lowest sample; infinite where there is none. [J] */
  readonly lowest: Float64Array;
  /** Where the body ends beyond a leaf, or behind the root; the joint itself elsewhere. [J, 3] */
  readonly tips: Float64Array;
}

/** Start of the outer part of a leaf's bone, and how many samples of it are enough to measure its section. */
const OUTER = 0.7;
const OUTER_SAMPLES = 12;

/** Measures the samples [N, 3] around a joint tree, all in body coordinates. */
export function measureBoneRegions(
  points: Float64Array,
  joints: Float64Array,
  parents: Int16Array,
): BoneRegions {
  const sampleCount = points.length / 3;
  const count = parents.length;
  const owner = new Int16Array(sampleCount);
  const along = new Float64Array(sampleCount);
  const share = new Float64Array(count);
  const radius = new Float64Array(count);
  const lowest = new Float64Array(count).fill(Infinity);
  const rise = new Float64Array(count);
  const isLeaf = leavesOf(parents);
  // Moments of the offsets across the bone, in a basis of its own: uu, uv, vv and their number. Those of the inner
  // part of a leaf's bone are kept apart: it often crosses the trunk, whose surface would count as the limb's.
  const moments = new Float64Array(count * 4);
  const inner = new Float64Array(count * 4);
  const bases = boneBases(joints, parents);
  for (let i = 0; i < sampleCount; i++) {
    const [x, y, z] = [points[i * 3], points[i * 3 + 1], points[i * 3 + 2]];
    let best = Infinity;
    for (let j = count > 1 ? 1 : 0; j < count; j++) {
      const b = j * 10;
      const dx = x - bases[b];
      const dy = y - bases[b + 1];
      const dz = z - bases[b + 2];
      const length = bases[b + 9];
      const t = dx * bases[b + 3] + dy * bases[b + 4] + dz * bases[b + 5];
      const clamped = t < 0 ? 0 : t > length ? length : t;
      const ex = dx - clamped * bases[b + 3];
      const ey = dy - clamped * bases[b + 4];
      const ez = dz - clamped * bases[b + 5];
      const squared = ex * ex + ey * ey + ez * ez;
      if (squared < best) {
        best = squared;
        owner[i] = j;
        along[i] = length > 0 ? t / length : 1;
      }
    }
    const j = owner[i];
    const b = j * 10;
    const [dx, dy, dz] = [x - bases[b], y - bases[b + 1], z - bases[b + 2]];
    const u = dx * bases[b + 6] + dy * bases[b + 7] + dz * bases[b + 8];
    // v completes the basis: direction × u.
    const v =
      dx * (bases[b + 4] * bases[b + 8] - bases[b + 5] * bases[b + 7]) +
      dy * (bases[b + 5] * bases[b + 6] - bases[b + 3] * bases[b + 8]) +
      dz * (bases[b + 3] * bases[b + 7] - bases[b + 4] * bases[b + 6]);
    share[j]++;
    radius[j] += Math.sqrt(best);
    rise[j] += dy - (dx * bases[b + 3] + dy * bases[b + 4] + dz * bases[b + 5]) * bases[b + 4];
    const set = isLeaf[j] && along[i] < OUTER ? inner : moments;
    set[j * 4] += u * u;
    set[j * 4 + 1] += u * v;
    set[j * 4 + 2] += v * v;
    set[j * 4 + 3]++;
    if (y < lowest[j]) lowest[j] = y;
  }
  const width = new Float64Array(count);
  const roundness = new Float64Array(count).fill(1);
  for (let j = 0; j < count; j++) {
    const n = share[j];
    if (n === 0) continue;
    radius[j] /= n;
    rise[j] /= n;
    const set = moments[j * 4 + 3] < OUTER_SAMPLES ? inner : moments;
    const m = Math.max(1, set[j * 4 + 3]);
    const [uu, uv, vv] = [set[j * 4] / m, set[j * 4 + 1] / m, set[j * 4 + 2] / m];
    const spread = Math.hypot((uu - vv) / 2, uv);
    const wide = (uu + vv) / 2 + spread;
    width[j] = Math.sqrt(wide);
    roundness[j] = wide > 0 ? Math.sqrt(Math.max(0, (uu + vv) / 2 - spread) / wide) : 1;
    share[j] = n / sampleCount;
  }
  const tips = leafTips(points, owner, along, joints, parents);
  return { points, owner, along, share, radius, rise, width, roundness, lowest, tips };
}

/** Start, direction, one vector across, and length of every bone. [J, 10] */
function boneBases(joints: Float64Array, parents: Int16Array): Float64Array {
  const bases = new Float64Array(parents.length * 10);
  for (let j = 0; j < parents.length; j++) {
    const p = Math.max(parents[j], 0);
    const b = j * 10;
    const d = [0, 0, 0];
    for (let k = 0; k < 3; k++) {
      bases[b + k] = joints[p * 3 + k];
      d[k] = joints[j * 3 + k] - joints[p * 3 + k];
    }
    const length = Math.hypot(d[0], d[1], d[2]);
    if (length > 1e-9) for (let k = 0; k < 3; k++) d[k] /= length;
    else [d[0], d[1], d[2]] = [0, 1, 0];
    // Across: the axis the bone follows least, made perpendicular.
    const least = [0, 1, 2].reduce((kept, k) => (Math.abs(d[k]) < Math.abs(d[kept]) - 1e-9 ? k : kept), 0);
    const u = [0, 1, 2].map((k) => +(k === least) - d[least] * d[k]);
    const norm = Math.hypot(u[0], u[1], u[2]);
    for (let k = 0; k < 3; k++) {
      bases[b + 3 + k] = d[k];
      bases[b + 6 + k] = u[k] / norm;
    }
    bases[b + 9] = length > 1e-9 ? length : 0;
  }
  return bases;
}

/** Mean of the tenth of a leaf's samples that are farthest from its parent. [J, 3] */
function leafTips(
  points: Float64Array,
  owner: Int16Array,
  along: Float64Array,
  joints: Float64Array,
  parents: Int16Array,
): Float64Array {
  const tips = Float64Array.from(joints);
  const isLeaf = leavesOf(parents);
  const beyond: number[][] = Array.from(parents, () => []);
  for (let i = 0; i < owner.length; i++) {
    if (isLeaf[owner[i]] && along[i] >= 1) beyond[owner[i]].push(i);
    else if (parents[owner[i]] === 0 && along[i] <= 0) beyond[0].push(i);
  }
  for (let j = 0; j < parents.length; j++) {
    if (beyond[j].length < 3) continue;
    const from = Math.max(parents[j], 0) * 3;
    const far = (i: number) =>
      Math.hypot(
        points[i * 3] - joints[from],
        points[i * 3 + 1] - joints[from + 1],
        points[i * 3 + 2] - joints[from + 2],
      );
    const farthest = beyond[j].sort((a, b) => far(b) - far(a) || a - b);
    const kept = farthest.slice(0, Math.max(1, Math.round(farthest.length / 10)));
    for (let k = 0; k < 3; k++) {
      let sum = 0;
      for (const i of kept) sum += points[i * 3 + k];
      tips[j * 3 + k] = sum / kept.length;
    }
  }
  return tips;
}

/** Which joints have no child. [J] */
function leavesOf(parents: Int16Array): Uint8Array {
  const isLeaf = new Uint8Array(parents.length).fill(1);
  for (let j = 1; j < parents.length; j++) isLeaf[parents[j]] = 0;
  return isLeaf;
}
