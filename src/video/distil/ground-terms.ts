/** @file The ground in a least-squares step of a whole motion: points of the surface below it are pulled straight up to it. */

import { createRng } from '../../base/rng.js';
import { sampleSurface } from '../../mesh/sample-surface.js';
import { findRestGround } from '../../rig/ground.js';
import type { FitBody, PosedBody } from '../fit/fit-body.js';
import type { FrameSystem } from '../fit/frame-system.js';
import { addSpatialTerms } from '../fit/spatial-terms.js';
import { sampledVertices } from './motion-losses.js';

/** Points of the surface whose depth below the ground counts. */
const GROUND_POINTS = 400;

/** The ground's terms of one frame. */
export interface GroundTerms {
  /** Pulls points below the ground up to it; returns their mean squared depth, half diameters². */
  addTerms(system: FrameSystem, posed: PosedBody): number;
}

/** Watches some points of a body. */
export function createGroundTerms(
  body: FitBody,
  { groundWeight, seed }: { readonly groundWeight: number; readonly seed: number },
): GroundTerms {
  const { mesh } = body.rig;
  const vertices = sampledVertices(sampleSurface(mesh, GROUND_POINTS, createRng(seed)), mesh.triangles);
  const low = findRestGround(body.rig);
  return {
    addTerms(system, posed) {
      const under = vertices.filter((v) => posed.positions[v * 3 + 1] < low);
      const targets = Float32Array.from(
        under.flatMap((v) => [posed.positions[v * 3], low, posed.positions[v * 3 + 2]]),
      );
      const corners = Uint32Array.from(under.flatMap((v) => [v, v, v]));
      const weights = Float32Array.from(under.flatMap(() => [1, 0, 0]));
      const share = groundWeight * (under.length / vertices.length);
      if (share > 0) {
        addSpatialTerms(
          system,
          body,
          posed,
          { count: under.length, corners, weights, targets },
          Infinity,
          share,
        );
      }
      return (
        under.reduce((sum, v) => sum + ((low - posed.positions[v * 3 + 1]) / body.unit) ** 2, 0) /
        vertices.length
      );
    },
  };
}
