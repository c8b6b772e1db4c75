/**
 * @file What `convert` changes on request: scale, axes, and with --fix what `inspect` recommends: units, the place of the
 * body, weights that do not sum to one. Each change is a finding.
 */

import { PosespaceError } from '../../base/errors.js';
import type { Finding } from '../../base/finding.js';
import { inspectMesh } from '../../inspect/inspect-mesh.js';
import type { Model } from '../../io/model.js';
import { transformModel } from '../../io/transform-model.js';
import { composeMatrix4, identityMatrix4, type Matrix4, multiplyMatrix4 } from '../../math/matrix4.js';
import { matrixToQuaternionInto } from '../../math/quaternion.js';
import { boxCenter } from '../../mesh/box.js';

/** Axes as they are typed. */
export const AXES = ['x', 'y', 'z', '-x', '-y', '-z'] as const;
export type Axis = (typeof AXES)[number];

export interface FixOptions {
  readonly scale?: number;
  /** The axis of the file that points up. */
  readonly up?: Axis;
  /** The axis of the file that the body faces. */
  readonly forward?: Axis;
  readonly fix: boolean;
}

/** The model with the changes, and what was changed. */
export async function fixModel(
  model: Model,
  options: FixOptions,
): Promise<{ model: Model; findings: Finding[] }> {
  const findings: Finding[] = [];
  const done = (message: string) => findings.push({ code: 'fixed', severity: 'info', message });
  let matrix = identityMatrix4();
  const { up = 'y', forward = FORWARD[up] } = options;
  if (up.at(-1) === forward.at(-1)) {
    throw new PosespaceError('bad-usage', `--up ${up} and --forward ${forward} are one axis; name two`);
  }
  if (up !== 'y' || forward !== 'z') {
    matrix = turn(up, forward);
    done(`turned: ${up} is up and ${forward} is forward in the input`);
  }
  if (options.scale !== undefined) {
    matrix = multiplyMatrix4(scaling(options.scale), matrix);
    done(`scaled by ${options.scale}`);
  }
  let changed = isIdentity(matrix) ? model : await transformModel(model, matrix);
  if (options.fix) {
    const placed = place(changed, done);
    if (!isIdentity(placed)) changed = await transformModel(changed, placed);
    if (model.findings.some(({ code }) => code === 'weights-not-normalised') && changed.skin) {
      changed = { ...changed, skin: { ...changed.skin } };
      done('weights are stored so that they sum to one, at most four per vertex');
    }
  }
  return { model: { ...changed, findings: model.findings }, findings };
}

/** Units and place, as `inspect` sees them. */
function place(model: Model, done: (message: string) => void): Matrix4 {
  if (model.mesh.triangles.length === 0) return identityMatrix4();
  const { facts, findings } = inspectMesh(model.mesh);
  const has = (code: string) => findings.some((finding) => finding.code === code);
  const longest = Math.max(...facts.size);
  const scale = has('probably-too-large')
    ? longest > 1500
      ? 0.001
      : 0.01
    : has('probably-too-small')
      ? 100
      : 1;
  if (scale !== 1) done(`scaled by ${scale}: the file is ${longest.toPrecision(3)} m long`);
  const [x, , z] = boxCenter(facts.box);
  const aside = has('far-from-origin');
  const lift = has('below-ground') || has('above-ground');
  if (aside) done('moved to the origin');
  if (lift) done(`moved ${(-facts.box.min[1] * scale).toPrecision(3)} m up, onto the ground`);
  const move = [aside ? -x * scale : 0, lift ? -facts.box.min[1] * scale : 0, aside ? -z * scale : 0];
  return composeMatrix4(move, [0, 0, 0, 1], [scale, scale, scale]);
}

const scaling = (scale: number): Matrix4 => composeMatrix4([0, 0, 0], [0, 0, 0, 1], [scale, scale, scale]);

const isIdentity = (matrix: Matrix4): boolean =>
  matrix.every((value, i) => Math.abs(value - (i % 5 === 0 ? 1 : 0)) < 1e-12);

const vector = (axis: Axis): number[] =>
  ['x', 'y', 'z'].map((name) => (axis.endsWith(name) ? (axis.startsWith('-') ? -1 : 1) : 0));

/** What faces forward where up alone is said: as Blender's and CAD's Z up, and as all readers turn such files. */
const FORWARD: Readonly<Record<Axis, Axis>> = { x: 'z', y: 'z', z: '-y', '-x': 'z', '-y': 'z', '-z': 'y' };

/** The rotation that takes `up` to +Y and `forward` to +Z. */
function turn(up: Axis, forward: Axis): Matrix4 {
  const [y, z] = [vector(up), vector(forward)];
  const x = [0, 1, 2].map((k) => y[(k + 1) % 3] * z[(k + 2) % 3] - y[(k + 2) % 3] * z[(k + 1) % 3]);
  const rotation = [0, 0, 0, 1];
  // Column-major: rows x, y, z take the file's axes to ours.
  matrixToQuaternionInto(rotation, 0, [x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]], 0);
  return composeMatrix4([0, 0, 0], rotation, [1, 1, 1]);
}
