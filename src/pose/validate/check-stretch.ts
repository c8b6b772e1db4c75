/**
 * @file Stretched skin: triangles stretched more than in any natural pose, summed per part by their share of the
 * surface.
 */

import type { CheckedRig, SurfaceValidator } from './checked-rig.js';
import type { StretchMeter } from './measure-stretch.js';
import { percent, poseFinding } from './pose-finding.js';

/** How far the skin is stretched. */
export interface StretchMeasure {
  /** Greater and lesser singular value of each triangle's deformation, valid until the next measure. [T] */
  readonly most: Float32Array;
  readonly least: Float32Array;
}

/** Stretched this much is always in order: the outer side of a bent knee is. */
const LEAST = 2;
/** How much more than in good poses is in order. */
const SLACK = 1.5;
/** Share of the surface that may be stretched more. */
const SHARE = 0.003;

/** Prepares a body; `meter` is its own. */
export function createStretchCheck(body: CheckedRig, meter: StretchMeter): SurfaceValidator<StretchMeasure> {
  const { areas, area, owners, sources, rig } = body;
  const limits = new Float32Array(areas.length).fill(LEAST);
  return {
    learnsFrom: 'samples and examples',
    measure({ positions }) {
      meter.measure(positions);
      return meter;
    },
    observe({ most }) {
      for (let t = 0; t < limits.length; t++) {
        if (SLACK * most[t] > limits[t]) limits[t] = SLACK * most[t];
      }
    },
    report({ most }) {
      const parts = new Map<number, { triangles: number[]; share: number; worst: number }>();
      for (let t = 0; t < limits.length; t++) {
        if (!(most[t] > limits[t])) continue;
        const found = parts.get(owners[t]) ?? { triangles: [], share: 0, worst: 0 };
        found.triangles.push(t);
        // What is pulled further covers more.
        found.share += ((areas[t] / area) * most[t]) / limits[t];
        found.worst = Math.max(found.worst, most[t]);
        parts.set(owners[t], found);
      }
      return [...parts].flatMap(([part, { triangles, share, worst }]) => {
        const joint = sources[part];
        if (!(share >= SHARE)) return [];
        return poseFinding(
          'stretched-skin',
          share / SHARE,
          `the skin of "${rig.skeleton.names[joint]}" is pulled to ${worst.toFixed(1)} times its length, ${percent(share)} of the surface`,
          'Bring the joints nearer to where their bones put them, or smooth the weights there.',
          [joint],
          'triangle',
          triangles,
        );
      });
    },
  };
}
