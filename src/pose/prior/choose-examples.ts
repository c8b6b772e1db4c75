/**
 * @file Selects the most different poses as examples: clips hold still for most of their frames. Farthest-point
 * selection (Gonzalez, "Clustering to minimize the maximum intercluster poseDistance", 1985) from the pose nearest to the
 * mean; the first few are the most different ones.
 */

/** Poses nearer than this to one that was chosen are the same, normalised units: 0.1 % of the diameter. */
const SAME = 0.002;

/** Indices of at most `most` of poses, positions [N, J, 3], the most different first. */
export function chooseExamples(positions: Float64Array, poseCount: number, most: number): number[] {
  if (poseCount === 0 || most < 1) return [];
  const length = positions.length / poseCount;
  const mean = new Float64Array(length);
  for (let i = 0; i < positions.length; i++) mean[i % length] += positions[i] / poseCount;
  const nearest = new Float64Array(poseCount);
  for (let i = 0; i < poseCount; i++) nearest[i] = poseDistance(positions, i * length, mean, 0, length);
  let next = nearest.indexOf(Math.min(...nearest));
  nearest.fill(Infinity);
  const chosen: number[] = [];
  while (chosen.length < most && nearest[next] > SAME) {
    chosen.push(next);
    for (let i = 0; i < poseCount; i++) {
      const away = poseDistance(positions, i * length, positions, next * length, length);
      if (away < nearest[i]) nearest[i] = away;
    }
    for (let i = 0; i < poseCount; i++) if (nearest[i] > nearest[next]) next = i;
  }
  return chosen;
}

/** Root mean square poseDistance of the joints of two poses. */
function poseDistance(a: Float64Array, i: number, b: Float64Array, j: number, length: number): number {
  let squares = 0;
  for (let k = 0; k < length; k++) squares += (a[i + k] - b[j + k]) ** 2;
  return Math.sqrt((3 * squares) / length);
}
