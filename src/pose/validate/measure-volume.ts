/**
 * @file How much volume a limb keeps around a joint: linear blend skinning pinches a twisted limb (candy wrapper) and
 * flattens an elbow.
 *
 * A joint's region are the triangles weighted to it and its parent and little else; its volume is that of the cones
 * from the joint to them, in absolute value. The joint moves with both, so triangles of either alone keep their cone
 * and any loss is due to blending. Signed cones, and cones from the middle of the region, were tried: folds of a bent
 * ankle looked like a total loss. Sheets (capes, fins) have no volume and are skipped.
 */

import type { Mesh } from '../../mesh/mesh.js';
import { tetrahedronVolume } from '../../mesh/triangle-normal.js';
import type { PosedRig } from '../../rig/kinematics/skin-mesh.js';
import type { CheckedRig } from './checked-rig.js';

export interface VolumeMeter {
  /** Anatomical joints whose zone is measured, ascending. [Z] */
  readonly joints: Int16Array;
  /** Written by `measure`: volume of each zone over that at rest. [Z] */
  readonly ratios: Float32Array;
  /** Triangles of the zone of `joints[zone]`. */
  trianglesOf(zone: number): Uint32Array;
  measure(posed: PosedRig): void;
}

/** Least weight of the joint and of its parent at a triangle, and of both together. */
const BLEND = 0.05;
const TOGETHER = 0.9;
/** Zones of fewer triangles or less of the surface than this show nothing. */
const LEAST_TRIANGLES = 6;
const LEAST_AREA = 1e-3;
/** Volume of cones over area^1.5: a ball has 0.094, a sheet through the joint none. */
const LEAST_FATNESS = 0.01;

/** Prepares a body. */
export function createVolumeMeter(body: CheckedRig): VolumeMeter {
  const { rig, areas, area, sources } = body;
  const kept: { joint: number; triangles: Uint32Array; volume: number }[] = [];
  blendZones(body).forEach((list, joint) => {
    const triangles = Uint32Array.from(list);
    const own = triangles.reduce((sum, t) => sum + areas[t], 0);
    if (triangles.length < LEAST_TRIANGLES || own < LEAST_AREA * area) return;
    const volume = coneVolume(rig.mesh, triangles, rig.skeleton.rest, sources[joint]);
    if (volume > LEAST_FATNESS * own ** 1.5) kept.push({ joint, triangles, volume });
  });
  const ratios = new Float32Array(kept.length).fill(1);
  return {
    joints: Int16Array.from(kept, ({ joint }) => joint),
    ratios,
    trianglesOf: (zone) => kept[zone].triangles,
    measure({ positions, globals }) {
      const posed = { positions, triangles: rig.mesh.triangles };
      for (let z = 0; z < kept.length; z++) {
        const { triangles, joint, volume } = kept[z];
        ratios[z] = coneVolume(posed, triangles, globals.positions, sources[joint]) / volume;
      }
    },
  };
}

/** Triangles that follow a joint and its parent and little else, by joint. */
function blendZones({ rig: { mesh, skin }, areas, parts, parents }: CheckedRig): number[][] {
  const { joints, weights, influenceCount } = skin;
  const zones: number[][] = Array.from(parents, () => []);
  const sums = new Float64Array(parents.length);
  for (let t = 0; t < areas.length; t++) {
    if (!(areas[t] > 0)) continue;
    sums.fill(0);
    for (let c = 0; c < 3; c++) {
      const first = mesh.triangles[t * 3 + c] * influenceCount;
      for (let k = first; k < first + influenceCount; k++) sums[parts[joints[k]]] += weights[k] / 3;
    }
    for (let j = 1; j < parents.length; j++) {
      const other = sums[parents[j]];
      if (sums[j] > BLEND && other > BLEND && sums[j] + other > TOGETHER) zones[j].push(t);
    }
  }
  return zones;
}

/** Volume of the cones from an apex to some triangles. */
function coneVolume(
  mesh: Pick<Mesh, 'positions' | 'triangles'>,
  zone: Uint32Array,
  apexes: Float32Array | Float64Array,
  apex: number,
): number {
  const [x, y, z] = [apexes[apex * 3], apexes[apex * 3 + 1], apexes[apex * 3 + 2]];
  let volume = 0;
  for (let i = 0; i < zone.length; i++) volume += Math.abs(tetrahedronVolume(mesh, zone[i], x, y, z));
  return volume;
}
