/**
 * @file The pose space of a model with all its operations in one record: the shipped network by default,
 * adapted to the poses saved in the file and to its clips.
 */

import { PosespaceError } from '../base/errors.js';
import type { Finding } from '../base/finding.js';
import type { WorkOptions } from '../base/progress.js';
import { loadPoseNetwork } from '../io/load-pose-network.js';
import { type Model, modelRig } from '../io/model.js';
import type { ProjectPosesOptions } from '../pose/edit/project-poses.js';
import { type ProjectedPose, projectPose } from '../pose/edit/project-poses.js';
import type { PoseModel, PoseModelFiles } from '../pose/model/pose-model.js';
import {
  type InterpolatedPoses,
  type InterpolatePosesOptions,
  interpolatePoses,
} from '../pose/path/interpolate-poses.js';
import { type RepairedPose, type RepairOptions, repairPose } from '../pose/repair/repair-pose.js';
import type { PoseSpace } from '../pose/solve/pose-space.js';
import { type OpenRigPoseSpaceOptions, openRigPoseSpace } from '../pose/space/open-rig-pose-space.js';
import {
  createPoseChecker,
  type PoseChecker,
  type PoseReport,
} from '../pose/validate/create-pose-checker.js';
import type { PartialRig, Pose, Skeleton } from '../rig/rig-records.js';
import { collectClipPoses, collectExamples } from './collect-examples.js';
import {
  createDragBody,
  createPoseDrag,
  type Dragged,
  type PoseDrag,
  type PoseDragOptions,
} from './create-pose-drag.js';
import type { StandingFoot } from './lock-feet.js';
import { withAnatomy } from './with-anatomy.js';

/** Options of `openPoseSpace`. */
export interface OpenPoseSpaceOptions extends Omit<OpenRigPoseSpaceOptions, 'poses' | 'examples'> {
  /**
   * The pose network: an open one, which is shared and left open; its files; or the folder or address to load it from.
   * Absent: the one that ships with the package.
   */
  readonly network?: PoseModel | PoseModelFiles | string | URL;
  /** Whether the space learns from poses saved in the file and from its clips, except those of the network itself. */
  readonly adapt?: boolean;
  /** Stops loading the network. */
  readonly signal?: AbortSignal;
}

/** Defaults of `openPoseSpace`. */
export const OPEN_POSE_SPACE_DEFAULTS = Object.freeze({ adapt: true });

/** What can be done with poses of a space. Joints go by name or index. */
export interface PoseVerbs {
  /** Starts to drag a joint, or a handle; `to(target)` of the drag gives poses. */
  drag(dragged: Dragged, options?: PoseDragOptions): PoseDrag;
  /** The feet that the body stands on, which a drag keeps on the ground; none where it does not stand on any. */
  findFeet(): readonly StandingFoot[];
  /** A path from pose to pose in even steps, through natural poses. */
  interpolate(poses: readonly Pose[], options?: InterpolatePosesOptions): Promise<InterpolatedPoses>;
  /** The nearest natural pose. */
  project(pose: Pose, options?: ProjectPosesOptions): Promise<ProjectedPose>;
  /** What is wrong with a pose: intersections, joint limits, stretched skin, balance. The first check takes longest. */
  check(pose: Pose, options?: WorkOptions): Promise<PoseReport>;
  /** The pose without self-intersections and with joints inside their limits, changed as little as possible. */
  repair(pose: Pose, options?: RepairOptions): Promise<RepairedPose>;
}

/** The pose space of a model. */
export interface ModelPoseSpace extends PoseSpace, PoseVerbs {
  /** The skeleton that poses belong to. */
  readonly skeleton: Skeleton;
  /** What was noticed while opening: what was learned from the file, and what could not be. */
  readonly findings: readonly Finding[];
}

/**
 * Opens the pose space of a model; close it after use.
 *
 * @example
 * const space = await openPoseSpace(await readModelFile('wolf.glb'));
 * const drag = space.drag('frontLeftFoot', { pins: ['frontRightFoot', 'backLeftFoot', 'backRightFoot'] });
 * const pose = await drag.to([0.1, 0.3, 0.5]);
 * await space.close();
 */
export async function openPoseSpace(
  input: Model,
  options: OpenPoseSpaceOptions = {},
): Promise<ModelPoseSpace> {
  const { network, adapt, signal, ...opening } = { ...OPEN_POSE_SPACE_DEFAULTS, ...options };
  const model = opening.anatomy ? input : withAnatomy(input);
  const { skeleton } = model;
  if (!skeleton) {
    throw new PosespaceError(
      'bad-input',
      `pose/openPoseSpace: "${model.name}" has no skeleton; give it one with rigModel (posespace rig)`,
    );
  }
  const notices: Finding[] = [];
  const learned = adapt ? collectExamples(model) : undefined;
  const rig = modelRig(model) ?? { skeleton, anatomy: model.anatomy };
  const space = await openRigPoseSpace(rig, await findNetwork(network, signal), {
    ...opening,
    poses: collectClipPoses(model),
    ...(learned && { examples: learned.poses }),
    onFinding(finding) {
      notices.push(finding);
      opening.onFinding?.(finding);
    },
  });
  const exampleFindings = describeExamples(space, learned?.savedCount ?? 0);
  const findings = [...(learned?.findings ?? []), ...notices, ...exampleFindings];
  return { ...space, skeleton, findings, ...createPoseVerbs(space, rig) };
}

function findNetwork(
  network: OpenPoseSpaceOptions['network'],
  signal: AbortSignal | undefined,
): PoseModel | PoseModelFiles | Promise<PoseModelFiles> {
  return typeof network === 'object' && 'card' in network ? network : loadPoseNetwork(network, { signal });
}

/** The verbs of a space, as functions of that space; poses are checked on the skin of the rig, where it has one. */
function createPoseVerbs(space: PoseSpace, given: PartialRig): PoseVerbs {
  const body = createDragBody(given);
  const { mesh, skin } = given;
  const rig = mesh && skin && { ...given, mesh, skin };
  let checker: Promise<PoseChecker> | undefined;
  const openChecker = (work: WorkOptions): Promise<PoseChecker> => {
    checker ??= createPoseChecker(space, { ...work, rig }).catch((error) => {
      // The caller gave up waiting: the next one starts again.
      checker = undefined;
      throw error;
    });
    return checker;
  };
  return {
    drag: (dragged, options) => createPoseDrag(space, body, dragged, options),
    findFeet: body.findFeet,
    interpolate: (poses, options) => interpolatePoses(space, poses, options),
    project: (pose, options) => projectPose(space, pose, options),
    check: async (pose, options = {}) => (await openChecker(options)).check(pose),
    repair: (pose, options) => repairPose(space, pose, options),
  };
}

function describeExamples({ examples }: PoseSpace, savedCount: number): Finding[] {
  if (examples.length === 0) return [];
  const origin = savedCount > 0 ? 'saved in the file or taken from its clips' : 'of the clips of the file';
  return [
    {
      code: 'adapted-to-file',
      severity: 'info',
      message: `the pose space was adapted to ${examples.length} poses ${origin}`,
      fix: 'Turn adapting off (adapt: false, --no-adapt) to use the network alone.',
    },
  ];
}
