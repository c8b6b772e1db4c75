/** @file What was dropped, read and rigged: a file with those beside it, a folder of frames, a morphing mesh. */

import { type Finding, PosespaceError, type WorkOptions } from 'posespace';
import {
  FILE_FORMATS,
  gatherLook,
  type Model,
  modelRig,
  readModel,
  readSequence,
  reshapeModel,
  sequenceOfModel,
} from 'posespace/io';
import type { MeshSequence } from 'posespace/mesh';
import { type BodyPlanReading, fitSequence, nameForConvention, readBodyPlan, rigMesh } from 'posespace/rig';
import type { NamedBytes, OpenedModel } from './verbs.js';

const extensionOf = (name: string): string => name.toLowerCase().replace(/^.*\./, '');
const isModel = ({ name }: NamedBytes): boolean =>
  (FILE_FORMATS as readonly string[]).includes(extensionOf(name)) && !/(^|\/)\./.test(name);

/** Which of several files is the one to open: containers before bare surfaces, shallow before deep. */
const RANK: readonly string[] = ['glb', 'vrm', 'gltf', 'fbx', 'obj', 'ply', 'stl', 'bvh'];

export async function openModel(
  work: Required<WorkOptions>,
  files: readonly NamedBytes[],
): Promise<OpenedModel> {
  const models = files
    .filter(isModel)
    .sort((a, b) => RANK.indexOf(extensionOf(a.name)) - RANK.indexOf(extensionOf(b.name)));
  if (models.length === 0) {
    const names = files.slice(0, 3).map(({ name }) => `"${name}"`);
    throw new PosespaceError(
      'bad-input',
      `${names.join(', ') || 'Nothing'} cannot be opened; drop a GLB, glTF, VRM, OBJ, PLY, STL, FBX or BVH file`,
    );
  }
  work.onProgress({ stage: 'reading', fraction: 0 });
  const frames = models.filter(({ name }) => /^(obj|ply)$/.test(extensionOf(name)));
  const [first] = models;
  if (frames.length > 1 && frames.length === models.length) {
    const sequence = await readSequence(
      frames.map(({ name, bytes }) => ({ name, read: async () => bytes })),
      work,
    );
    return openSequence(work, sequence, (anchor) => read(files, sequence.labels![anchor]));
  }
  const model = await read(files, first.name);
  if (movesByItself(model)) {
    const sequence = await sequenceOfModel(model, work);
    return openSequence(work, sequence, (_, positions) => reshapeModel(model, positions));
  }
  if (model.skeleton || model.mesh.triangles.length === 0) return presentModel(model);
  const { rig, confidence, body, findings } = rigMesh(model.mesh, work);
  return presentModel({ ...model, skeleton: rig.skeleton, skin: rig.skin }, { confidence, body, findings });
}

/** Reads one of the files; those it refers to are looked for beside it. */
function read(files: readonly NamedBytes[], name: string): Promise<Model> {
  const byName = new Map(files.map((file) => [file.name, file.bytes]));
  const folder = name.replace(/[^/]*$/, '');
  const bytes = byName.get(name)!;
  return readModel(name, bytes, {
    async resolve(path) {
      const found = byName.get(folder + path) ?? byName.get(path.replace(/^.*\//, ''));
      if (found) return found;
      throw new PosespaceError(
        'file',
        `"${name}" needs "${path}", which was not dropped with it; drop both together`,
      );
    },
  });
}

function movesByItself({ skeleton, source }: Model): boolean {
  const animations = source.gltf.json.animations ?? [];
  return (
    !skeleton && animations.some(({ channels }) => channels.some(({ target }) => target.path === 'weights'))
  );
}

async function openSequence(
  work: Required<WorkOptions>,
  sequence: MeshSequence,
  restOf: (anchor: number, positions: Float32Array) => Model | Promise<Model>,
): Promise<OpenedModel> {
  const fit = fitSequence(sequence, work);
  const body = readBodyPlan(fit.rig.mesh, fit.rig.skeleton, { skin: fit.rig.skin });
  const named = nameForConvention(body, fit.rig.skeleton, 'native');
  const rest = await restOf(fit.anchor, fit.rig.mesh.positions);
  const model: Model = {
    ...rest,
    name: sequence.name,
    skeleton: { ...fit.rig.skeleton, names: named.names },
    skin: fit.rig.skin,
    clips: [fit.clip],
  };
  return presentModel(model, { body, findings: fit.findings });
}

/** What the page needs beside the model itself. */
export async function presentModel(
  model: Model,
  known: {
    readonly confidence?: Float32Array;
    readonly body?: BodyPlanReading;
    readonly findings?: readonly Finding[];
  } = {},
): Promise<OpenedModel> {
  const rig = modelRig(model);
  const body = known.body ?? (rig && readBodyPlan(rig.mesh, rig.skeleton, { skin: rig.skin }));
  const jointCount = model.skeleton?.parents.length ?? 0;
  return {
    model,
    look: await gatherLook(model),
    confidence: known.confidence,
    body,
    partners: body?.partner ?? new Int16Array(jointCount).fill(-1),
    findings: [...model.findings, ...(known.findings ?? [])],
  };
}
