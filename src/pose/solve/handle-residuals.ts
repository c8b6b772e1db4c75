/**
 * @file Residuals of handles in a pose: missing displacement for position handles, missing rotation for rotation and
 * aim handles.
 */

import { rotateVectorInto } from '../../math/quaternion.js';
import type { HandleWorkspace } from './handle-workspace.js';

/** Fills residual and errors for the pose at hand; returns the root mean square error of the hard handles. */
export function measureHandles(work: HandleWorkspace): number {
  const { handles, anchors, residual, errors, globals, positions } = work;
  residual.fill(0);
  for (let a = 0; a < anchors.count; a++) {
    if (anchors.isRotation[a]) continue;
    const o = a * 3;
    rotateVectorInto(anchors.position, o, globals, anchors.joint[a] * 4, anchors.offset, o);
    for (let k = 0; k < 3; k++) {
      anchors.position[o + k] += positions[anchors.joint[a] * 3 + k];
      residual[anchors.handle[a] * 3 + k] -= anchors.weight[a] * anchors.position[o + k];
    }
  }
  let sum = 0;
  let count = 0;
  for (let h = 0; h < handles.length; h++) {
    const handle = handles[h];
    const o = h * 3;
    if (handle.kind === 'position') for (let k = 0; k < 3; k++) residual[o + k] += handle.target[k];
    else if (handle.kind === 'rotation')
      rotationResidual(residual, o, globals, handle.joint, handle.rotation);
    else aimResidual(residual, o, globals, positions, handle.joint, handle.axis, handle.target);
    const squared = residual[o] ** 2 + residual[o + 1] ** 2 + residual[o + 2] ** 2;
    errors[h] = Math.sqrt(squared);
    if (handle.softness !== undefined) continue;
    sum += squared;
    count++;
  }
  return count === 0 ? 0 : Math.sqrt(sum / count);
}

/** The rotation vector from a joint's rotation to its target. */
function rotationResidual(
  out: Float64Array,
  o: number,
  globals: Float64Array,
  joint: number,
  to: readonly number[],
): void {
  const q = joint * 4;
  const [bx, by, bz, bw] = [-globals[q], -globals[q + 1], -globals[q + 2], globals[q + 3]];
  const [ax, ay, az, aw] = to;
  const x = aw * bx + ax * bw + ay * bz - az * by;
  const y = aw * by - ax * bz + ay * bw + az * bx;
  const z = aw * bz + ax * by - ay * bx + az * bw;
  const w = aw * bw - ax * bx - ay * by - az * bz;
  const sine = Math.sqrt(x * x + y * y + z * z);
  const scale = (sine < 1e-9 ? 2 : (2 * Math.atan2(sine, Math.abs(w))) / sine) * (w < 0 ? -1 : 1);
  out[o] = x * scale;
  out[o + 1] = y * scale;
  out[o + 2] = z * scale;
}

/** The shortest rotation vector that aims a joint's axis at a target; zero where the target is the joint itself. */
function aimResidual(
  out: Float64Array,
  o: number,
  globals: Float64Array,
  positions: Float64Array,
  joint: number,
  axis: readonly number[],
  target: readonly number[],
): void {
  const d = [0, 0, 0];
  rotateVectorInto(d, 0, globals, joint * 4, axis, 0);
  const u = [0, 1, 2].map((k) => target[k] - positions[joint * 3 + k]);
  const length = Math.sqrt(u[0] ** 2 + u[1] ** 2 + u[2] ** 2);
  if (length < 1e-9) return;
  const [x, y, z] = [
    (d[1] * u[2] - d[2] * u[1]) / length,
    (d[2] * u[0] - d[0] * u[2]) / length,
    (d[0] * u[1] - d[1] * u[0]) / length,
  ];
  const sine = Math.sqrt(x * x + y * y + z * z);
  const cosine = (d[0] * u[0] + d[1] * u[1] + d[2] * u[2]) / length;
  if (sine < 1e-9) {
    // Straight away from it: any axis across will do to start with.
    if (cosine > 0) return;
    const across = Math.abs(d[0]) < 0.9 ? [0, d[2], -d[1]] : [-d[2], 0, d[0]];
    const scale = Math.PI / Math.sqrt(across[0] ** 2 + across[1] ** 2 + across[2] ** 2);
    for (let k = 0; k < 3; k++) out[o + k] = across[k] * scale;
    return;
  }
  const scale = Math.atan2(sine, cosine) / sine;
  out[o] = x * scale;
  out[o + 1] = y * scale;
  out[o + 2] = z * scale;
}
