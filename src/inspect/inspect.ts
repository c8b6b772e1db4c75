/**
 * @file Checks a mesh, its rig and its clips and reports what is wrong; each finding has a severity and a fix.
 *
 * An error makes the file unusable, a warning will cause trouble in rigging or animation, the rest is information.
 */

import type { Finding, Severity } from '../base/finding.js';
import type { ModelSource } from '../io/model.js';
import { boxDiagonal, computeBox } from '../mesh/box.js';
import type { Mesh } from '../mesh/mesh.js';
import type { Clip } from '../motion/clip.js';
import { type BodyDescription, describeBody } from '../rig/body-plan/describe-body.js';
import { readAnatomy } from '../rig/reading/read-anatomy.js';
import { confidenceFindings } from '../rig/report/confidence-findings.js';
import { type LimbReport, reportLimbs } from '../rig/report/report-limbs.js';
import { type Anatomy, jointCount, type Skeleton, type Skin } from '../rig/rig-records.js';
import { type AppearanceFacts, inspectAppearance } from './inspect-appearance.js';
import { type ClipFacts, inspectClips } from './inspect-clips.js';
import { inspectMesh, type MeshFacts } from './inspect-mesh.js';
import { inspectSkeleton, type SkeletonFacts } from './inspect-skeleton.js';
import { inspectSkin, type SkinFacts } from './inspect-skin.js';

/** What `inspect` looks at: the records of a model; only the mesh is required. */
export interface InspectInput {
  readonly mesh: Mesh;
  readonly skeleton?: Skeleton;
  readonly skin?: Skin;
  /** What the joints are, where that was read. */
  readonly anatomy?: Anatomy;
  readonly clips: readonly Clip[];
  /** The file behind the records, for materials, textures and morph targets. */
  readonly source?: ModelSource;
  /** Findings of the reader of the file. */
  readonly findings?: readonly Finding[];
}

/** Plain data: it goes through JSON unchanged. */
export interface InspectReport {
  readonly mesh: MeshFacts;
  readonly skeleton: SkeletonFacts | null;
  readonly skin: SkinFacts | null;
  /** The body that mesh and skeleton make; null where one of them is missing or broken. */
  readonly body: BodyDescription | null;
  /** Its limbs, and how sure each of them is. */
  readonly limbs: readonly LimbReport[];
  readonly clips: readonly ClipFacts[];
  /** Materials, textures and morph targets; null where there is no file. */
  readonly appearance: AppearanceFacts | null;
  /** Errors first, then warnings, then information. */
  readonly findings: readonly Finding[];
  readonly counts: Readonly<Record<Severity, number>>;
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** Inspects a mesh with its rig and clips, where it has them. Bad content becomes a finding, never an exception. */
export function inspect(input: InspectInput): InspectReport {
  const { mesh, clips } = input;
  const structure = structureFindings(input);
  // Parts that contradict the others are reported and then skipped: nothing below could index them safely.
  const skeleton = input.skeleton && isWholeSkeleton(input.skeleton) ? input.skeleton : undefined;
  const skin = skeleton ? input.skin : undefined;

  const inspectedMesh = inspectMesh(mesh);
  const facts = inspectedMesh.facts;
  const inspectedSkin =
    skin && skeleton ? inspectSkin(mesh, skeleton, skin, facts, inspectedMesh.usedVertices) : undefined;
  const inspectedSkeleton = skeleton ? inspectSkeleton(skeleton, facts, inspectedSkin?.followers) : undefined;
  const bodyJoint = Math.max(0, inspectedSkin?.followers.findIndex((count) => count > 0) ?? 0);
  const inspectedClips = inspectClips(clips, skeleton, bodySize(facts, skeleton), bodyJoint);

  const appearance = inspectAppearance(input.source);
  const body = skeleton && inspectBody(input, skeleton, facts);

  const all = [
    ...(input.findings ?? []),
    ...appearance.findings,
    ...structure,
    ...inspectedMesh.findings,
    ...(inspectedSkin?.findings ?? []),
    ...(inspectedSkeleton?.findings ?? []),
    ...inspectedClips.findings,
    ...(body?.findings ?? []),
  ];
  const findings = SEVERITIES.flatMap((severity) => all.filter((finding) => finding.severity === severity));
  const count = (severity: Severity) => all.filter((finding) => finding.severity === severity).length;
  return {
    mesh: facts,
    skeleton: inspectedSkeleton?.facts ?? null,
    skin: inspectedSkin?.facts ?? null,
    body: body?.description ?? null,
    limbs: body?.limbs ?? [],
    clips: inspectedClips.facts,
    appearance: appearance.facts,
    findings,
    counts: { error: count('error'), warning: count('warning'), info: count('info') },
  };
}

/** The body, where the records are sound enough to read one. */
function inspectBody(
  { mesh, skin, anatomy }: InspectInput,
  skeleton: Skeleton,
  { triangleCount, outOfRangeTriangleCount, nonFiniteVertexCount, diagonal }: MeshFacts,
): InspectedBody | undefined {
  const isSound = outOfRangeTriangleCount === 0 && nonFiniteVertexCount === 0 && diagonal > 0;
  if (triangleCount === 0 || !isSound) return undefined;
  const weighted = skin && skinMatches(mesh, skeleton, skin) ? { skin } : {};
  const rig = { mesh, skeleton, ...weighted };
  const known = anatomy ?? readAnatomy(rig).anatomy;
  return {
    description: describeBody(known),
    limbs: reportLimbs(rig, known),
    findings: confidenceFindings(rig, known),
  };
}

interface InspectedBody {
  readonly description: BodyDescription;
  readonly limbs: readonly LimbReport[];
  readonly findings: readonly Finding[];
}

const skinMatches = (mesh: Mesh, skeleton: Skeleton, skin: Skin): boolean =>
  skin.joints.length === (mesh.positions.length / 3) * skin.influenceCount &&
  skin.weights.length === skin.joints.length &&
  skin.joints.every((joint) => joint < jointCount(skeleton)) &&
  skin.weights.every(Number.isFinite);

/** The diagonal of the mesh, or of the skeleton where there is no mesh. */
function bodySize(mesh: MeshFacts, skeleton: Skeleton | undefined): number {
  if (mesh.diagonal > 0) return mesh.diagonal;
  return skeleton ? boxDiagonal(computeBox(skeleton.rest)) : 0;
}

/** Missing parts, and parts that do not match each other. */
function structureFindings({ mesh, skeleton, skin, clips }: InspectInput): Finding[] {
  const findings: Finding[] = [];
  const report = (severity: Severity, code: string, message: string, fix: string) =>
    findings.push({ code, severity, message, fix });
  if (mesh.triangles.length < 3 || mesh.positions.length < 9) {
    // A motion file (BVH) has a skeleton and no mesh: nothing is wrong with it.
    const isMotion = skeleton !== undefined && clips.length > 0;
    report(
      isMotion ? 'info' : 'error',
      isMotion ? 'no-mesh' : 'empty-mesh',
      `There is no mesh: ${Math.floor(mesh.positions.length / 3)} vertices, ${Math.floor(mesh.triangles.length / 3)} triangles.`,
      isMotion
        ? 'Nothing to do for a motion file; retarget its clips to a character.'
        : 'Export the mesh with its faces, or choose a file that has one.',
    );
  }
  if (skeleton && !isWholeSkeleton(skeleton)) {
    report(
      'error',
      'broken-skeleton',
      'The skeleton has non-finite joints, or joints before their parents.',
      'Export the rig again from its source.',
    );
  }
  if (skeleton && !skin && mesh.triangles.length > 0) {
    report(
      'warning',
      'no-skin',
      'There is a skeleton but no skin weights: the mesh will not deform with it.',
      'Solve skin weights for the mesh.',
    );
  }
  if (skin && !skeleton) {
    report(
      'error',
      'skin-without-skeleton',
      'There are skin weights but no skeleton.',
      'Export mesh and skeleton together.',
    );
  }
  if (skin) {
    const expected = Math.floor(mesh.positions.length / 3) * skin.influenceCount;
    if (skin.joints.length !== expected || skin.weights.length !== expected) {
      report(
        'error',
        'skin-mismatch',
        `The skin needs ${expected} joints and weights, it has ${skin.joints.length} and ${skin.weights.length}.`,
        'Export mesh and weights together.',
      );
    }
  }
  return findings;
}

function isWholeSkeleton(skeleton: Skeleton): boolean {
  const count = jointCount(skeleton);
  return (
    count > 0 &&
    skeleton.rest.length === count * 3 &&
    skeleton.rest.every(Number.isFinite) &&
    skeleton.parents.every((parent, j) => (j === 0 ? parent === -1 : parent >= 0 && parent < j))
  );
}
