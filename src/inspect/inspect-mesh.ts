/**
 * @file Inspects a mesh: size and placement, topology, degenerate elements, self-intersection, symmetry.
 */

import type { Finding } from '../base/finding.js';
import { type Box, boxCenter, boxDiagonal, boxSize } from '../mesh/box.js';
import { findComponents } from '../mesh/find-components.js';
import { findDefects, type MeshDefects } from '../mesh/find-defects.js';
import { findSymmetryPlane, type SymmetryPlane } from '../mesh/find-symmetry-plane.js';
import { findTopology, type MeshTopology } from '../mesh/find-topology.js';
import { measureMesh } from '../mesh/measure-mesh.js';
import { type Mesh, triangleCount, vertexCount } from '../mesh/mesh.js';
import { findSelfIntersections } from '../mesh/self-intersection.js';
import { weld } from '../mesh/weld.js';
import { counted, elementFinding, figure, percent, verb } from './inspect-finding.js';

export interface MeshFacts {
  /** Of the finite vertices, metres. */
  readonly box: Box;
  /** Width (x), height (y) and depth (z), metres. */
  readonly size: readonly [number, number, number];
  readonly diagonal: number;
  /** Square metres. */
  readonly area: number;
  /** Cubic metres, or null where the surface is not closed. */
  readonly volume: number | null;
  readonly vertexCount: number;
  readonly weldedVertexCount: number;
  readonly triangleCount: number;
  readonly componentCount: number;
  /** Triangles of the largest component. */
  readonly largestComponentTriangleCount: number;
  readonly watertight: boolean;
  readonly eulerCharacteristic: number;
  readonly boundaryEdgeCount: number;
  readonly boundaryLoopCount: number;
  readonly nonManifoldEdgeCount: number;
  /** Edges between triangles of opposite winding. */
  readonly flippedEdgeCount: number;
  readonly degenerateTriangleCount: number;
  readonly duplicateTriangleCount: number;
  readonly outOfRangeTriangleCount: number;
  readonly unusedVertexCount: number;
  readonly duplicateVertexCount: number;
  readonly nonFiniteVertexCount: number;
  /** Triangles that intersect others in the rest pose. */
  readonly selfIntersectingTriangleCount: number;
  /** Those that intersect their own component, not only another one. */
  readonly selfCrossingTriangleCount: number;
  /** False where the search was cut short: there may be more self-intersections. */
  readonly selfIntersectionsComplete: boolean;
  /** Null for a mesh without a surface. */
  readonly symmetry: SymmetryPlane | null;
}

export interface MeshInspection {
  readonly facts: MeshFacts;
  readonly findings: readonly Finding[];
  /** 1 for vertices that a triangle uses. [V] */
  readonly usedVertices: Uint8Array;
}

/** Candidate pairs tested for self-intersection: enough for a mesh of slivers, two seconds for a triangle soup. */
const testLimit = (triangles: number): number => Math.min(4_000_000, 200_000 + 32 * triangles);

/** Inspects a mesh. */
export function inspectMesh(mesh: Mesh): MeshInspection {
  const welded = weld(mesh);
  const defects = findDefects(mesh, welded);
  const topology = findTopology(welded.mesh);
  const components = findComponents(welded.mesh);
  const measures = measureMesh(mesh);
  const triangles = Math.floor(triangleCount(mesh));
  const crossings = findSelfIntersections(mesh, { testLimit: testLimit(triangles) }, welded);
  const facts: MeshFacts = {
    box: measures.box,
    size: boxSize(measures.box),
    diagonal: boxDiagonal(measures.box),
    area: measures.area,
    volume: topology.watertight ? measures.volume : null,
    vertexCount: Math.floor(vertexCount(mesh)),
    weldedVertexCount: vertexCount(welded.mesh),
    triangleCount: triangles,
    componentCount: components.count,
    largestComponentTriangleCount: components.triangleCounts[0] ?? 0,
    watertight: topology.watertight,
    eulerCharacteristic: topology.eulerCharacteristic,
    boundaryEdgeCount: topology.boundaryEdges.length / 2,
    boundaryLoopCount: topology.boundaryLoopCount,
    nonManifoldEdgeCount: topology.nonManifoldEdges.length / 2,
    flippedEdgeCount: topology.windingEdges.length / 2,
    degenerateTriangleCount: defects.degenerateTriangles.length,
    duplicateTriangleCount: defects.duplicateTriangles.length,
    outOfRangeTriangleCount: defects.outOfRangeTriangles.length,
    unusedVertexCount: defects.unusedVertices.length,
    duplicateVertexCount: defects.duplicateVertices.length,
    nonFiniteVertexCount: defects.nonFiniteVertices.length,
    selfIntersectingTriangleCount: Math.round(crossings.triangleFraction * triangles),
    selfCrossingTriangleCount: crossingWithinParts(crossings.pairs, components.ofTriangle).size,
    selfIntersectionsComplete: crossings.complete,
    symmetry: findSymmetryPlane(mesh) ?? null,
  };
  const usedVertices = new Uint8Array(facts.vertexCount).fill(1);
  for (const v of defects.unusedVertices) usedVertices[v] = 0;
  const findings = [
    ...elementFindings(facts, defects),
    ...surfaceFindings(facts, topology, crossings.pairs),
    ...placementFindings(facts),
  ];
  return { facts, findings, usedVertices };
}

/** Triangles of pairs that lie in one component. */
function crossingWithinParts(pairs: Uint32Array, ofTriangle: Uint32Array): Set<number> {
  const found = new Set<number>();
  for (let i = 0; i < pairs.length; i += 2) {
    if (ofTriangle[pairs[i]] === ofTriangle[pairs[i + 1]]) found.add(pairs[i]).add(pairs[i + 1]);
  }
  return found;
}

/** Single vertices and triangles. */
function elementFindings(facts: MeshFacts, defects: MeshDefects): Finding[] {
  const findings: Finding[] = [];
  const { nonFiniteVertices, outOfRangeTriangles, degenerateTriangles, duplicateTriangles, unusedVertices } =
    defects;
  if (nonFiniteVertices.length > 0) {
    findings.push(
      elementFinding(
        'error',
        'non-finite-positions',
        'vertex',
        nonFiniteVertices,
        `${counted(nonFiniteVertices.length, 'vertex', 'vertices')} of ${facts.vertexCount} ${verb(nonFiniteVertices.length, 'has', 'have')} a NaN or infinite coordinate.`,
        'Delete these vertices or export the mesh again from its source.',
      ),
    );
  }
  if (outOfRangeTriangles.length > 0) {
    findings.push(
      elementFinding(
        'error',
        'index-out-of-range',
        'triangle',
        outOfRangeTriangles,
        `${counted(outOfRangeTriangles.length, 'triangle')} of ${facts.triangleCount} ${verb(outOfRangeTriangles.length, 'refers', 'refer')} to a vertex that does not exist.`,
        'Delete these triangles or export the mesh again from its source.',
      ),
    );
  }
  if (degenerateTriangles.length > 0) {
    findings.push(
      elementFinding(
        degenerateTriangles.length > 0.01 * facts.triangleCount ? 'warning' : 'info',
        'degenerate-triangles',
        'triangle',
        degenerateTriangles,
        `${counted(degenerateTriangles.length, 'triangle')} (${percent(degenerateTriangles.length, facts.triangleCount)}) ${verb(degenerateTriangles.length, 'has', 'have')} no area.`,
        'Merge vertices by distance and dissolve degenerate faces in the modelling tool.',
      ),
    );
  }
  if (duplicateTriangles.length > 0) {
    findings.push(
      elementFinding(
        'warning',
        'duplicate-triangles',
        'triangle',
        duplicateTriangles,
        `${counted(duplicateTriangles.length, 'triangle')} (${percent(duplicateTriangles.length, facts.triangleCount)}) ${verb(duplicateTriangles.length, 'lies', 'lie')} exactly on another one.`,
        'Delete the copies; for a leaf or cape seen from both sides use a double-sided material instead.',
      ),
    );
  }
  if (unusedVertices.length > 0) {
    findings.push(
      elementFinding(
        'info',
        'unused-vertices',
        'vertex',
        unusedVertices,
        `${counted(unusedVertices.length, 'vertex', 'vertices')} of ${facts.vertexCount} ${verb(unusedVertices.length, 'belongs', 'belong')} to no triangle.`,
        'Delete loose vertices before export; they only add to the file.',
      ),
    );
  }
  return findings;
}

/** The surface as a whole. */
function surfaceFindings(facts: MeshFacts, topology: MeshTopology, crossings: Uint32Array): Finding[] {
  const findings: Finding[] = [];
  if (facts.boundaryEdgeCount > 0) {
    const share = facts.boundaryEdgeCount / topology.edgeCount;
    findings.push({
      code: 'open-boundary',
      severity: share > 0.05 ? 'warning' : 'info',
      message: `The surface is open: ${counted(facts.boundaryEdgeCount, 'boundary edge')} (${percent(facts.boundaryEdgeCount, topology.edgeCount)}) in ${counted(facts.boundaryLoopCount, 'loop')}.`,
      fix: 'Close the holes if the inside matters (automatic skeletons and weights work best on closed bodies).',
      count: facts.boundaryEdgeCount,
    });
  }
  if (facts.nonManifoldEdgeCount > 0) {
    findings.push(
      elementFinding(
        'warning',
        'non-manifold-edges',
        'vertex',
        [...new Set(topology.nonManifoldEdges)],
        `${counted(facts.nonManifoldEdgeCount, 'edge')} ${verb(facts.nonManifoldEdgeCount, 'is', 'are')} shared by more than two triangles.`,
        'Remove interior faces, or split the surfaces that meet there (the vertices listed are welded ones).',
      ),
    );
  }
  if (facts.flippedEdgeCount > 0) {
    findings.push({
      code: 'inconsistent-winding',
      severity: 'warning',
      message: `${counted(facts.flippedEdgeCount, 'edge')} ${verb(facts.flippedEdgeCount, 'lies', 'lie')} between triangles with opposite winding.`,
      fix: 'Recalculate normals outside, so that every triangle faces outwards.',
      count: facts.flippedEdgeCount,
    });
  } else if (facts.volume !== null && facts.volume < 0) {
    findings.push({
      code: 'inside-out',
      severity: 'warning',
      message: `The normals of the closed surface point inwards: its signed volume is ${figure(facts.volume)} m³.`,
      fix: 'Flip all normals.',
    });
  }
  if (facts.selfIntersectingTriangleCount > 0) {
    const count = facts.selfIntersectingTriangleCount;
    findings.push(
      elementFinding(
        facts.selfCrossingTriangleCount > 0.02 * facts.triangleCount ? 'warning' : 'info',
        'self-intersection',
        'triangle',
        [...new Set(crossings)].sort((a, b) => a - b),
        `${facts.selfIntersectionsComplete ? '' : 'At least '}${counted(count, 'triangle')} (${percent(count, facts.triangleCount)}) ${verb(count, 'intersects', 'intersect')} others in the rest pose, ${facts.selfCrossingTriangleCount} of them within one part.`,
        'Overlapping parts are harmless; where one part intersects itself, pull it apart.',
      ),
    );
  }
  if (facts.componentCount > 1) {
    findings.push({
      code: 'several-components',
      severity: 'info',
      message: `The mesh has ${facts.componentCount} separate parts; the largest has ${percent(facts.largestComponentTriangleCount, facts.triangleCount)} of the triangles.`,
      fix: 'Fine for eyes, teeth or armour; join the parts of one body that should deform together.',
      count: facts.componentCount,
    });
  }
  return findings;
}

/** Size and position: probable mistakes with units or transforms. */
function placementFindings(facts: MeshFacts): Finding[] {
  const longest = Math.max(...facts.size);
  if (!(longest > 0)) return [];
  const findings: Finding[] = [];
  const [width, height, depth] = facts.size;
  const size = `${figure(width)} × ${figure(height)} × ${figure(depth)} m`;
  if (longest > 30) {
    const unit = longest > 1500 ? ['millimetres', '0.001'] : ['centimetres', '0.01'];
    findings.push({
      code: 'probably-too-large',
      severity: 'warning',
      message: `The mesh measures ${size}; a body of that size is probably in ${unit[0]}.`,
      fix: `Scale it by ${unit[1]}, or export with metres as the unit.`,
    });
  } else if (longest < 0.02) {
    findings.push({
      code: 'probably-too-small',
      severity: 'warning',
      message: `The mesh measures ${size}; its longest side is only ${figure(longest * 1000)} mm.`,
      fix: 'Scale it by 100 if a scale factor was applied twice, or export with metres as the unit.',
    });
  }
  const [x, y, z] = boxCenter(facts.box);
  const away = Math.hypot(x, z);
  const aside = away > 2 * facts.diagonal;
  if (aside) {
    findings.push({
      code: 'far-from-origin',
      severity: 'warning',
      message: `The mesh stands ${figure(away)} m from the origin, ${figure(away / facts.diagonal)} times its own diagonal.`,
      fix: 'Move it to the origin and apply the transform before export.',
    });
  }
  const low = facts.box.min[1];
  if (Math.abs(low) > 0.05 * longest) {
    const centred = Math.abs(y) < 0.05 * longest;
    const place = low > 0 ? `floats ${figure(low)} m above` : `reaches ${figure(-low)} m below`;
    findings.push({
      code: low > 0 ? 'above-ground' : 'below-ground',
      severity: Math.abs(low) > 2 * facts.diagonal ? 'warning' : 'info',
      message: `The mesh ${place} the ground y = 0${centred ? '; it is centred on the origin' : ''}.`,
      fix: 'Move it so that its feet stand at y = 0, unless it flies or swims.',
    });
  }
  return findings;
}
