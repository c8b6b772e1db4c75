/**
 * @file The inspection report as text: facts in aligned rows, the joint hierarchy, clips, then the findings.
 */

import type { BodyDescription } from '../rig/body-plan/describe-body.js';
import type { InspectReport } from './inspect.js';
import type { AppearanceFacts } from './inspect-appearance.js';
import type { ClipFacts } from './inspect-clips.js';
import { counted, figure, percent } from './inspect-finding.js';
import type { MeshFacts } from './inspect-mesh.js';
import type { SkeletonFacts } from './inspect-skeleton.js';
import type { SkinFacts } from './inspect-skin.js';

export interface FormatInspectOptions {
  /** Lines of the joint tree and of the clip table, at most. */
  readonly lineLimit?: number;
  /** Columns that findings are wrapped to, 40 or more. */
  readonly width?: number;
}

export const FORMAT_INSPECT_DEFAULTS = Object.freeze({ lineLimit: 60, width: 100 });

/** Formats a report as plain text; no colours, no trailing newline. */
export function formatInspectReport(report: InspectReport, options: FormatInspectOptions = {}): string {
  const lineLimit = options.lineLimit ?? FORMAT_INSPECT_DEFAULTS.lineLimit;
  const width = Math.max(40, options.width ?? FORMAT_INSPECT_DEFAULTS.width);
  const sections = [
    ['Mesh', ...rows(meshRows(report.mesh))],
    report.skeleton
      ? ['Rig', ...rows(rigRows(report.skeleton, report.skin, report.body))]
      : ['Rig', '  none'],
    report.skeleton ? ['Joints', ...jointLines(report.skeleton, report.skin !== null, lineLimit)] : [],
    report.clips.length > 0 ? ['Clips', ...clipLines(report.clips, lineLimit)] : [],
    report.appearance ? appearanceLines(report.appearance) : [],
    findingLines(report, width),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/** A report in one line: what it is and how many findings there are. */
export function summarizeInspectReport(report: InspectReport): string {
  const { mesh, skeleton, clips, counts, body, appearance } = report;
  const missing = appearance?.missingTextures.length ?? 0;
  const parts = [
    counted(mesh.triangleCount, 'triangle'),
    skeleton ? counted(skeleton.jointCount, 'joint') : 'no rig',
    ...(clips.length > 0 ? [counted(clips.length, 'clip')] : []),
    ...(appearance?.morphTargetCount ? [counted(appearance.morphTargetCount, 'morph target')] : []),
    ...(body && body.kind !== 'unknown' ? [body.kind] : []),
    ...(missing > 0 ? [`${counted(missing, 'texture')} missing`] : []),
  ];
  const worst = report.findings.find(({ severity }) => severity !== 'info');
  const findings = `${counted(counts.error, 'error')}, ${counted(counts.warning, 'warning')}`;
  return `${parts.join(', ')}; ${findings}${worst ? ` (${worst.code})` : ''}`;
}

function appearanceLines(facts: AppearanceFacts): string[] {
  const { materials, textureCount, missingTextures, morphTargetCount, morphClips } = facts;
  if (materials.length + textureCount + missingTextures.length + morphTargetCount === 0) return [];
  const named = (names: readonly string[]) =>
    names.length === 0 ? '' : `: ${names.slice(0, 8).join(', ')}${names.length > 8 ? ', …' : ''}`;
  const list: Row[] = [
    ['materials', `${materials.length}${named(materials.map(({ name }) => name))}`],
    ['textures', `${textureCount}`],
  ];
  if (missingTextures.length > 0) list.push(['missing', missingTextures.join(', ')]);
  if (morphTargetCount > 0) {
    const clips = morphClips.length > 0 ? `, ${counted(morphClips.length, 'clip')}${named(morphClips)}` : '';
    list.push(['morphs', `${counted(morphTargetCount, 'target')}${clips}`]);
  }
  return ['Appearance', ...rows(list)];
}

type Row = readonly [label: string, value: string];

function rows(pairs: readonly Row[]): string[] {
  const labelWidth = Math.max(...pairs.map(([label]) => label.length));
  return pairs.map(([label, value]) => `  ${label.padEnd(labelWidth)}  ${value}`);
}

function meshRows(mesh: MeshFacts): Row[] {
  const faults = [
    [mesh.degenerateTriangleCount, 'degenerate'],
    [mesh.duplicateTriangleCount, 'duplicate'],
    [mesh.outOfRangeTriangleCount, 'out of range'],
    [mesh.selfIntersectingTriangleCount, 'self-intersecting'],
  ] as const;
  const loose = [
    [mesh.unusedVertexCount, 'unused'],
    [mesh.nonFiniteVertexCount, 'not finite'],
  ] as const;
  const edges = [
    [mesh.boundaryEdgeCount, `boundary edges in ${counted(mesh.boundaryLoopCount, 'loop')}`],
    [mesh.nonManifoldEdgeCount, 'non-manifold edges'],
    [mesh.flippedEdgeCount, 'edges with opposite winding'],
  ] as const;
  const list = (faulty: readonly (readonly [number, string])[]) =>
    faulty.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : [])).join(', ');
  const withFaults = (text: string, faulty: string) => (faulty ? `${text}: ${faulty}` : text);
  const [width, height, depth] = mesh.size;
  return [
    [
      'size',
      `${figure(width)} × ${figure(height)} × ${figure(depth)} m, diagonal ${figure(mesh.diagonal)} m`,
    ],
    ['bounds', `x ${span(mesh, 0)}, y ${span(mesh, 1)}, z ${span(mesh, 2)}`],
    ['vertices', withFaults(`${mesh.vertexCount} (${mesh.weldedVertexCount} welded)`, list(loose))],
    ['triangles', withFaults(`${mesh.triangleCount}`, list(faults))],
    ['parts', componentText(mesh)],
    ['surface', withFaults(mesh.watertight ? 'watertight' : 'not watertight', list(edges))],
    ['area', `${figure(mesh.area)} m²${mesh.volume === null ? '' : `, volume ${figure(mesh.volume)} m³`}`],
    ['symmetry', symmetryText(mesh)],
  ];
}

const span = ({ box }: MeshFacts, k: number): string => `${figure(box.min[k])} … ${figure(box.max[k])}`;

function componentText(mesh: MeshFacts): string {
  if (mesh.componentCount <= 1) return `${mesh.componentCount}`;
  const share = percent(mesh.largestComponentTriangleCount, mesh.triangleCount);
  return `${mesh.componentCount}, the largest with ${share} of the triangles`;
}

function symmetryText({ symmetry }: MeshFacts): string {
  if (!symmetry) return 'none';
  const axis = ['x', 'y', 'z'][symmetry.normal.findIndex((value) => Math.abs(value) > 0.9999)];
  const plane = axis
    ? `${axis} = ${figure(symmetry.offset)}`
    : `(${symmetry.normal.map(figure).join(', ')}) · p = ${figure(symmetry.offset)}`;
  const error = `error ${figure(100 * symmetry.error)} % at the 90th percentile`;
  return symmetry.symmetric ? `mirror plane ${plane} (${error})` : `none (closest ${plane}, ${error})`;
}

function rigRows(skeleton: SkeletonFacts, skin: SkinFacts | null, body: BodyDescription | null): Row[] {
  const idle = skeleton.idleJointCount ? `, ${skeleton.idleJointCount} without weights` : '';
  const pairs =
    skeleton.partnerPairCount + skeleton.middleJointCount > 0
      ? `${counted(skeleton.partnerPairCount, 'left–right pair')}, ${skeleton.middleJointCount} on the mirror plane`
      : 'none';
  const result: Row[] = [
    [
      'joints',
      `${skeleton.jointCount}, ${counted(skeleton.leafCount, 'leaf', 'leaves')}, depth ${skeleton.depth}${idle}`,
    ],
    ['pairs', pairs],
    ...(body ? [['body', bodyText(body)] as const] : []),
  ];
  if (!skin) return [...result, ['weights', 'none']];
  const faults = [
    [skin.unweightedVertexCount, 'unweighted'],
    [skin.badSumVertexCount, 'not summing to 1'],
    [skin.overInfluencedVertexCount, 'with more than four influences'],
    [skin.leakVertexCount, 'with suspected weight leaks'],
  ] as const;
  const text = faults.flatMap(([count, what]) => (count > 0 ? [`${count} vertices ${what}`] : []));
  return [
    ...result,
    ['weights', [`up to ${counted(skin.mostInfluences, 'influence')} per vertex`, ...text].join(', ')],
  ];
}

const bodyText = ({ description, facing, confidence, level }: BodyDescription): string =>
  `${description}, facing ${facing} (${level}: confidence ${Math.round(100 * confidence)} %)`;

function jointLines(skeleton: SkeletonFacts, hasSkin: boolean, limit: number): string[] {
  const shown = skeleton.tree.slice(0, limit);
  const nameWidth = Math.min(60, Math.max(...shown.map((line) => line.length)));
  const lines = shown.map((line, i) => {
    const joint = skeleton.joints[skeleton.treeJoints[i]];
    const vertices = hasSkin ? `  ${String(joint.vertexCount).padStart(7)} vertices` : '';
    const bone = joint.parent < 0 ? '' : `  bone ${figure(joint.boneLength)} m`;
    return `  ${line.padEnd(nameWidth)}${vertices}${bone}`.trimEnd();
  });
  return [...lines, ...more(skeleton.tree.length - shown.length, 'joint')];
}

function clipLines(clips: readonly ClipFacts[], limit: number): string[] {
  const shown = clips.slice(0, limit);
  const nameWidth = Math.min(48, Math.max(...shown.map((clip) => clip.name.length)));
  const lines = shown.map((clip) => {
    const notes = [
      clip.finite ? '' : 'not finite',
      clip.static ? 'static' : clip.loops ? 'loops' : '',
      clip.travel > 1e-3 ? `root motion ${figure(clip.travel)} m` : '',
      clip.hasOffsets ? 'translation tracks' : '',
      clip.hasScales ? 'scale tracks' : '',
    ].filter(Boolean);
    const seconds = clip.seconds.toFixed(2).padStart(7);
    const frames = String(clip.frameCount).padStart(5);
    return `  ${clip.name.padEnd(nameWidth)} ${seconds} s ${frames} frames  ${notes.join(', ')}`.trimEnd();
  });
  return [...lines, ...more(clips.length - shown.length, 'clip')];
}

const more = (count: number, noun: string): string[] =>
  count > 0 ? [`  … and ${count} more ${count === 1 ? noun : `${noun}s`}`] : [];

function findingLines(report: InspectReport, width: number): string[] {
  const { error, warning, info } = report.counts;
  if (report.findings.length === 0) return ['Findings  none'];
  const head = `Findings  ${counted(error, 'error')}, ${counted(warning, 'warning')}, ${info} info`;
  const lead = 11;
  return [
    head,
    ...report.findings.flatMap((finding) => {
      const text = wrap(`${finding.message} [${finding.code}]`, width - lead);
      const fix = finding.fix ? wrap(`→ ${finding.fix}`, width - lead) : [];
      return [...text, ...fix].map(
        (line, i) => `  ${(i === 0 ? finding.severity : '').padEnd(lead - 2)}${line}`,
      );
    }),
  ];
}

/** Breaks a text at spaces; a word longer than the width stays whole. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.length - 1;
    if (last >= 0 && lines[last].length + 1 + word.length <= width) lines[last] += ` ${word}`;
    else lines.push(word);
  }
  return lines;
}
