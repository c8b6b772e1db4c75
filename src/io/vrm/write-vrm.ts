/**
 * @file Writes VRM 1.0: a GLB whose humanoid bones, names and terms are declared, so that avatar programs accept it. A model
 * that was read from a VRM keeps its own declarations, spring bones and expressions included; any other is mapped by names or
 * body plan, and refused with the reason where it is no humanoid that faces +Z, as VRM 1.0 wants it.
 *
 * Facts from vrm-c/vrm-specification: VRMC_vrm-1.0 (humanoid, meta).
 */

import { PosespaceError } from '../../base/errors.js';
import type { Finding } from '../../base/finding.js';
import { findHumanoidBones, type HumanoidBones } from '../../rig/names/humanoid-bones.js';
import type { Skeleton } from '../../rig/rig-records.js';
import type { GltfSource } from '../gltf/container.js';
import type { Model } from '../model.js';

/** Arms that hang lower than this are no T-pose, degrees. */
const T_POSE_ANGLE = 35;

/** Whether the model comes from a VRM whose skeleton it still has. */
const keepsVrm = ({ source, skeleton }: Model): boolean =>
  (source.gltf.json.extensions?.VRMC_vrm !== undefined || source.gltf.json.extensions?.VRM !== undefined) &&
  skeleton?.parents === source.skeleton?.parents;

/** The humanoid bones of a model that is to be a VRM or VRMA; throws where it is no humanoid. */
export function requireHumanoid({ name, mesh, skeleton, skin, anatomy }: Model, file: string): HumanoidBones {
  const refuse = (why: string): never => {
    throw new PosespaceError('bad-input', `io/write: "${name}" cannot be written to "${file}": ${why}`);
  };
  if (!skeleton) return refuse('it has no skeleton; rig it first');
  const bones = findHumanoidBones({ mesh, skeleton, skin, anatomy });
  if (bones.missing.length > 0) {
    refuse(
      `VRM is for humanoids, and there is no ${bones.missing.slice(0, 6).join(', ')}${bones.missing.length > 6 ? ', …' : ''}; ` +
        'rename the joints (rig --names vrm) or write GLB',
    );
  }
  return bones;
}

/** Adds the declarations of VRM to the document of a model, which is then its file. */
export function declareVrm(model: Model, source: GltfSource, file: string): GltfSource {
  if (keepsVrm(model)) return source;
  const { joints } = requireHumanoid(model, file);
  checkFacing(model, joints, file);
  const nodes = jointNodes(source, model.skeleton!);
  const humanBones = Object.fromEntries([...joints].map(([bone, joint]) => [bone, { node: nodes[joint] }]));
  const json = structuredClone(source.json);
  // What another VRM declared of another skeleton is no longer true.
  for (const name of Object.keys(json.extensions ?? {})) {
    if (/^(VRM$|VRMC_)/.test(name)) delete json.extensions![name];
  }
  const used = (json.extensionsUsed ?? []).filter((name) => !/^(VRM$|VRMC_vrm|VRMC_spring)/.test(name));
  json.extensionsUsed = [...used, 'VRMC_vrm'];
  json.extensions = {
    ...json.extensions,
    VRMC_vrm: {
      specVersion: '1.0',
      meta: {
        name: model.name,
        authors: [json.asset.copyright || 'unknown'],
        licenseUrl: 'https://vrm.dev/licenses/1.0/',
      },
      humanoid: { humanBones },
    },
  };
  return { ...source, json };
}

/** What a user should know of the VRM that was written. */
export function vrmFindings(model: Model): Finding[] {
  if (keepsVrm(model)) {
    if (model.source.gltf.json.extensions?.VRMC_vrm) return [];
    return [
      {
        code: 'vrm-0',
        severity: 'info',
        message: 'the file is VRM 0.x and stays so, with everything that it declares',
      },
    ];
  }
  const { joints } = requireHumanoid(model, model.name);
  const angle = Math.max(...['left', 'right'].map((side) => armAngle(model.skeleton!, joints, side)));
  if (angle <= T_POSE_ANGLE) return [];
  return [
    {
      code: 'vrm-no-t-pose',
      severity: 'warning',
      message: `the arms are ${Math.round(angle)}° away from a T-pose at rest, which VRM expects`,
      fix: 'clips for other avatars will raise the arms by that much; bind the mesh in a T-pose to avoid it',
    },
  ];
}

function checkFacing({ name, skeleton }: Model, joints: ReadonlyMap<string, number>, file: string): void {
  const at = (bone: string) => skeleton!.rest.subarray(joints.get(bone)! * 3, joints.get(bone)! * 3 + 3);
  const [left, right, hips, head] = ['leftUpperLeg', 'rightUpperLeg', 'hips', 'head'].map(at);
  const across = [0, 1, 2].map((k) => left[k] - right[k]);
  const up = head[1] - hips[1];
  const upright = up > 0 && up >= Math.hypot(head[0] - hips[0], head[2] - hips[2]);
  if (upright && across[0] > 0 && across[0] >= Math.abs(across[2])) return;
  throw new PosespaceError(
    'bad-input',
    `io/write: "${name}" cannot be written to "${file}": VRM wants a body that stands up along +Y and faces +Z; ` +
      'turn it with convert --up and --forward',
  );
}

/** Angle between an arm at rest and the horizontal, degrees. */
function armAngle({ rest }: Skeleton, joints: ReadonlyMap<string, number>, side: string): number {
  const [arm, hand] = [joints.get(`${side}UpperArm`), joints.get(`${side}Hand`)];
  if (arm === undefined || hand === undefined) return 0;
  const [x, y, z] = [0, 1, 2].map((k) => rest[hand * 3 + k] - rest[arm * 3 + k]);
  const length = Math.hypot(x, y, z);
  const outward = side === 'left' ? x : -x;
  return length > 0 ? (Math.acos(Math.min(1, Math.max(-1, outward / length))) * 180) / Math.PI : 0;
}

/** Nodes of the joints by name; joints of the file come first. */
function jointNodes({ json }: GltfSource, { names }: Skeleton): number[] {
  const bound = new Set((json.skins ?? []).flatMap(({ joints }) => joints));
  const byName = new Map<string, number>();
  json.nodes?.forEach((node, index) => {
    const known = byName.get(node.name ?? '');
    if (known === undefined || (!bound.has(known) && bound.has(index))) byName.set(node.name ?? '', index);
  });
  return names.map((name) => byName.get(name) ?? 0);
}
