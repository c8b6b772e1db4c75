/**
 * @file Everything that solving handles needs, allocated once.
 *
 * A handle has one or several anchors: points attached to a joint, or the rotation of a joint. An anchor moves with
 * its mover, the deepest joint that rotates it, and with all ancestors; the covariance of two anchors is therefore a
 * sum along the path from the root to the deepest joint that moves both.
 */

import type { Coupling, PosePrior } from '../prior/pose-prior.js';
import type { SolverHandle } from '../records/solver-handle.js';
import type { SolverRig } from '../records/solver-rig.js';

export interface HandleWorkspace {
  readonly rig: SolverRig;
  readonly prior: PosePrior;
  readonly handles: readonly SolverHandle[];
  /** Three for each handle. */
  readonly rowCount: number;
  readonly anchors: Anchors;
  readonly couplings: readonly HandleCoupling[];
  /** Variance of the root's position. */
  readonly rootVariance: number;
  /** Joints that move some anchor. [J] */
  readonly active: Uint8Array;

  readonly rotations: Float64Array;
  readonly expected: Float64Array;
  readonly globals: Float64Array;
  readonly positions: Float64Array;
  readonly root: Float64Array;
  readonly solvedRoot: Float64Array;
  readonly best: Float64Array;
  readonly bestRoot: Float64Array;
  /** Turns away from what is expected, in the parent's axes, now and as solved. [J, 3] */
  readonly rotationVectors: Float64Array;
  readonly solved: Float64Array;

  /** Handle residuals, world axes. [3 H] */
  readonly residual: Float64Array;
  /** [H] */
  readonly errors: Float64Array;
  /** r + pull · J x, then the forces y that solve the system. [3 H] */
  readonly forces: Float64Array;
  /** Lower triangle. [3 H, 3 H] */
  readonly system: Float64Array;
  /** The samples of the prior multiplied by J. [3 H, N] */
  readonly carried: Float64Array;

  /** Rotation of each joint's parent as a matrix, row-major. [J, 9] */
  readonly frames: Float64Array;
  /** Left Jacobian of each rotation vector, in the parent's axes, row-major. [J, 9] */
  readonly bends: Float64Array;
  /** The same in world axes. [J, 9] */
  readonly bentFrames: Float64Array;
  /** Sums along paths or over subtrees. [J, 6] and [J, 10] */
  readonly sums: Float64Array;
  readonly paths: Float64Array;
}

/** A coupling that moves some handle. */
export interface HandleCoupling extends Coupling {
  /** Rows of the system that it moves, three for each handle, ascending. [R] */
  readonly rows: Int32Array;
  /** For each joint, the anchors that it moves and where their rows begin in `rows`. */
  readonly moved: readonly (readonly { readonly anchor: number; readonly at: number }[])[];
  /** J times the coupling. [R] */
  readonly carried: Float64Array;
}

interface Anchors {
  readonly count: number;
  readonly handle: Int32Array;
  /** 1 where the anchor is a rotation, 0 where it is a point. */
  readonly isRotation: Uint8Array;
  readonly joint: Int32Array;
  readonly offset: Float64Array;
  readonly weight: Float64Array;
  /** −1 where no joint rotates it. */
  readonly mover: Int32Array;
  /** The deepest joint that moves both of two anchors, −1 where none does. [A, A] */
  readonly shared: Int32Array;
  /** Where points are now. [A, 3] */
  readonly position: Float64Array;
}

export function createHandleWorkspace(
  rig: SolverRig,
  prior: PosePrior,
  handles: readonly SolverHandle[],
  rootDeviation: number,
): HandleWorkspace {
  const { jointCount, parents } = rig;
  const anchors = createAnchors(parents, handles);
  const active = new Uint8Array(jointCount);
  for (const mover of anchors.mover) {
    for (let j = mover; j >= 0 && !active[j]; j = parents[j]) active[j] = 1;
  }
  const rowCount = handles.length * 3;
  const numbers = (length: number) => new Float64Array(length);
  return {
    rig,
    prior,
    handles,
    rowCount,
    anchors,
    couplings: findCouplings(prior.couplings ?? [], parents, anchors.handle, anchors.mover),
    rootVariance: rootDeviation * rootDeviation,
    active,
    rotations: numbers(jointCount * 4),
    expected: numbers(jointCount * 4),
    globals: numbers(jointCount * 4),
    positions: numbers(jointCount * 3),
    root: numbers(3),
    solvedRoot: numbers(3),
    best: numbers(jointCount * 4),
    bestRoot: numbers(3),
    rotationVectors: numbers(jointCount * 3),
    solved: numbers(jointCount * 3),
    residual: numbers(rowCount),
    errors: numbers(handles.length),
    forces: numbers(rowCount),
    system: numbers(rowCount * rowCount),
    carried: numbers(rowCount * prior.sampleCount),
    frames: numbers(jointCount * 9),
    bends: numbers(jointCount * 9),
    bentFrames: numbers(jointCount * 9),
    sums: numbers(jointCount * 6),
    paths: numbers(jointCount * 10),
  };
}

function createAnchors(parents: Int16Array, handles: readonly SolverHandle[]): Anchors {
  const list = handles.flatMap((handle, h) =>
    handle.kind === 'position'
      ? handle.points.map(({ joint, offset, weight }) => ({ h, isRotation: 0, joint, offset, weight }))
      : [{ h, isRotation: 1, joint: handle.joint, offset: [0, 0, 0] as const, weight: 1 }],
  );
  const count = list.length;
  // A joint does not move itself, only its descendants and attached points.
  const mover = Int32Array.from(list, ({ joint, offset, isRotation }) =>
    isRotation === 1 || offset.some((part) => part !== 0) ? joint : parents[joint],
  );
  const shared = new Int32Array(count * count);
  for (let a = 0; a < count; a++) {
    for (let b = 0; b <= a; b++) {
      let [i, j] = [mover[a], mover[b]];
      // A parent comes before its children: the deeper of two has the larger number.
      while (i !== j) [i, j] = i > j ? [parents[i], j] : [i, parents[j]];
      shared[a * count + b] = shared[b * count + a] = i;
    }
  }
  return {
    count,
    handle: Int32Array.from(list, ({ h }) => h),
    isRotation: Uint8Array.from(list, ({ isRotation }) => isRotation),
    joint: Int32Array.from(list, ({ joint }) => joint),
    offset: Float64Array.from(list.flatMap(({ offset }) => [...offset])),
    weight: Float64Array.from(list, ({ weight }) => weight),
    mover,
    shared,
    position: new Float64Array(count * 3),
  };
}

/** Couplings that move anchors; `handleOf` and `moverOf` name the handle and the mover of each anchor. */
function findCouplings(
  couplings: readonly Coupling[],
  parents: Int16Array,
  handleOf: Int32Array,
  moverOf: Int32Array,
): HandleCoupling[] {
  const below: number[][] = Array.from(parents, () => []);
  for (let a = 0; a < moverOf.length; a++) for (let j = moverOf[a]; j >= 0; j = parents[j]) below[j].push(a);
  // Couplings of the same joints about other axes move the same handles.
  const reaches = new Map<readonly number[], Pick<HandleCoupling, 'rows' | 'moved'>>();
  const found: HandleCoupling[] = [];
  for (const { axis, joints, angles } of couplings) {
    let reach = reaches.get(joints);
    if (!reach) {
      const anchors = joints.map((j) => below[j]);
      const handles = [...new Set(anchors.flat().map((a) => handleOf[a]))].sort((a, b) => a - b);
      const rows = Int32Array.from(handles.flatMap((h) => [h * 3, h * 3 + 1, h * 3 + 2]));
      const moved = anchors.map((list) =>
        list.map((anchor) => ({ anchor, at: handles.indexOf(handleOf[anchor]) * 3 })),
      );
      reach = { rows, moved };
      reaches.set(joints, reach);
    }
    if (reach.rows.length === 0) continue;
    found.push({ axis, joints, angles, ...reach, carried: new Float64Array(reach.rows.length) });
  }
  return found;
}
