import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { expectValidGlb } from '../../../test/support/valid-glb.js';
import { composeMatrix4 } from '../../math/matrix4.js';
import { editAnatomy } from '../../rig/anatomy/edit-anatomy.js';
import { ANATOMY_ROLES } from '../../rig/anatomy/roles.js';
import { arms, kindOf, legs, roleAt } from '../../rig/anatomy/views.js';
import { withAnatomy } from '../../verbs/with-anatomy.js';
import type { Model } from '../model.js';
import { readModel } from '../read.js';
import { transformModel } from '../transform-model.js';
import { readAnatomyExtras } from './anatomy-extras.js';
import { encodeGlb } from './container.js';
import type { GltfJson } from './gltf-json.js';
import { readOwn } from './own-extras.js';
import { writeGltfModel } from './write-model.js';

const schema = JSON.parse(
  readFileSync(new URL('../../../docs/schema/anatomy.schema.json', import.meta.url), 'utf8'),
);
const validate = new Ajv2020().compile(schema);

let dog: Model;
beforeAll(() => {
  const { anatomy: _, ...read } = sampleCreature('dog').model;
  dog = withAnatomy({ ...read, clips: [] });
});

/** What a document holds, as a stranger may have changed it. */
type Saved = Record<string, unknown[] & Record<number, unknown>>;
const saved = (json: GltfJson): Saved =>
  readOwn(json.nodes?.find((node) => readOwn(node, 'anatomy')) ?? {}, 'anatomy') as Saved;

const rootNode = (json: GltfJson) => json.nodes![json.skins![0].joints[0]] as { extras?: object };

/** The model after a round trip, with the document changed on the way. */
async function reread(
  model: Model,
  change: (json: GltfJson, saved: Saved) => void = () => {},
): Promise<Model> {
  const { json, bin } = structuredClone(writeGltfModel(model));
  change(json, saved(json));
  return readModel('dog.glb', encodeGlb({ json, bin }));
}
const codes = ({ findings }: Model) => findings.map(({ code }) => code);

describe('a round trip', () => {
  it('keeps every field', async () => {
    const { anatomy, findings } = await reread(dog);
    expect(findings).toEqual([]);
    for (const field of ['role', 'side', 'limb', 'moves', 'partner'] as const)
      expect([...anatomy![field]]).toEqual([...dog.anatomy![field]]);
    anatomy!.confidence.forEach((x, j) => {
      expect(x).toBeCloseTo(dog.anatomy!.confidence[j], 4);
    });
    expect(anatomy!.ground).toBeCloseTo(dog.anatomy!.ground, 4);
    expect(anatomy!.from).toBe('network');
  });

  it('is valid glTF, and valid by the schema', async () => {
    const source = writeGltfModel(dog);
    await expectValidGlb(dog);
    expect(validate(saved(source.json)), JSON.stringify(validate.errors)).toBe(true);
  });

  it('keeps what a person said, with a confidence of 1', async () => {
    const [front] = legs(dog.anatomy!);
    const rig = { mesh: dog.mesh, skeleton: dog.skeleton!, anatomy: dog.anatomy };
    const anatomy = editAnatomy(rig, { labels: [{ joint: front[0], is: 'leftArm' }] });
    const again = await reread({ ...dog, anatomy });
    expect(arms(again.anatomy!)[0]).toEqual(front);
    expect(again.anatomy!.confidence[front[0]]).toBe(1);
    expect(again.anatomy!.from).toBe('user');
  });

  it('keeps the names of renamed joints', async () => {
    const names = dog.skeleton!.names.map((name) => `rig:${name}`);
    const again = await reread({ ...dog, skeleton: { ...dog.skeleton!, names } });
    expect([...again.anatomy!.role]).toEqual([...dog.anatomy!.role]);
  });

  it('is written where only the weights are others', async () => {
    const again = await reread(await reread(dog));
    expect((await reread({ ...again, skin: { ...again.skin! } })).anatomy).toEqual(again.anatomy);
  });

  it('leaves the file as it is where nothing changed, and takes the anatomy out on request', async () => {
    const model = await reread(dog);
    expect(writeGltfModel(model).json).toEqual(model.source.gltf.json);
    const { anatomy: _, ...without } = model;
    const { json } = writeGltfModel(without);
    expect(saved(json)).toBeUndefined();
    expect(JSON.stringify(json)).not.toContain('extras');
  });

  it('keeps what else is in the extras', async () => {
    const model = await reread(dog, (json) => {
      const root = rootNode(json);
      Object.assign(root, { extras: { ...root.extras, theirs: 1 } });
    });
    const { json } = writeGltfModel({ ...model, anatomy: undefined });
    expect(rootNode(json).extras).toEqual({ theirs: 1 });
  });
});

describe('a file that others changed', () => {
  it('with its joints in another order', async () => {
    const model = await reread(dog, (_, own) => {
      const order = own.joints.map((_, j) => own.joints.length - 1 - j);
      const joint = (j: unknown) => ((j as number) < 0 ? -1 : own.joints.length - 1 - (j as number));
      for (const name of ['joints', 'roles', 'sides', 'limbs', 'confidence'])
        own[name].splice(0, order.length, ...order.map((j) => own[name][j]));
      for (const name of ['parents', 'moves', 'partners'])
        own[name].splice(0, order.length, ...order.map((j) => joint(own[name][j])));
      own.rest.splice(0, own.rest.length, ...order.flatMap((j) => own.rest.slice(j * 3, j * 3 + 3)));
    });
    expect(codes(model)).toEqual([]);
    expect([...model.anatomy!.role]).toEqual([...dog.anatomy!.role]);
    expect([...model.anatomy!.moves]).toEqual([...dog.anatomy!.moves]);
  });

  it('by turning and scaling it', async () => {
    const quarter = [0, Math.SQRT1_2, 0, Math.SQRT1_2];
    const turned = await transformModel(dog, composeMatrix4([3, 1, 2], quarter, [100, 100, 100]));
    const [x, y, z] = dog.anatomy!.forward;
    for (const [k, want] of [z, y, -x].entries()) expect(turned.anatomy!.forward[k]).toBeCloseTo(want, 3);
    expect(turned.anatomy!.up[1]).toBeCloseTo(1, 5);
    expect(turned.anatomy!.ground).toBeCloseTo(100 * dog.anatomy!.ground + 1, 1);
  });

  it.each([
    ['one more joint', (json: GltfJson) => addJoint(json)],
    ['a joint of another name', (json: GltfJson) => rename(json, 'Other')],
    ['a joint with another parent', (json: GltfJson) => reparent(json)],
  ])('%s: it is that of another skeleton', async (_, change) => {
    const model = await reread(dog, change);
    expect(model.anatomy).toBeUndefined();
    expect(codes(model)).toContain('anatomy-of-another-rig');
    // It is read anew, and written over what was there.
    const again = await reread(withAnatomy(model));
    expect(codes(again).filter((code) => /anatomy/.test(code))).toEqual([]);
    expect(kindOf(again.anatomy!)).toBe('quadruped');
  });

  it('by a later version: it is left alone', async () => {
    const model = await reread(dog, (_, own) => Object.assign(own, { version: 2 }));
    expect(codes(model)).toEqual(['anatomy-version']);
    expect((saved(writeGltfModel(model).json) as unknown as { version: number }).version).toBe(2);
  });

  it('with a word that this version does not know', async () => {
    const model = await reread(dog, (_, own) => own.roles.splice(3, 1, 'pseudopod'));
    expect(roleAt(model.anatomy!, 3)).toBe('other');
  });
});

describe('hostile values', () => {
  const set = (name: string, value: unknown) => (own: Saved) => Object.assign(own, { [name]: value });
  const at = (name: string, j: number, value: unknown) => (own: Saved) => {
    own[name][j] = value;
  };
  const cases: readonly (readonly [string, (own: Saved) => void])[] = [
    ...['joints', 'parents', 'rest', 'roles', 'sides', 'limbs', 'moves', 'partners', 'confidence'].flatMap(
      (name) => [
        [`${name} absent`, set(name, undefined)] as const,
        [`${name} empty`, set(name, [])] as const,
        [`${name} too short`, (own: Saved) => own[name].pop()] as const,
        [`${name} too long`, (own: Saved) => own[name].push(own[name][0])] as const,
        [`${name} no list`, set(name, { length: 33 })] as const,
        [`${name} with null`, at(name, 2, null)] as const,
        [`${name} with a list`, at(name, 2, [1])] as const,
      ],
    ),
    ['a cycle in moves', at('moves', 0, 5)],
    ['a joint that moves with itself', at('moves', 4, 4)],
    ['a joint beyond the last', at('moves', 4, 4096)],
    ['half a joint', at('moves', 4, 0.5)],
    ['partners that are none of each other', at('partners', 1, 2)],
    ['a third side', at('sides', 1, 2)],
    ['a limb too many', at('limbs', 1, 1e9)],
    ['a confidence above 1', at('confidence', 1, 1.5)],
    ['a confidence that is no number', at('confidence', 1, Number.NaN)],
    ['joints nowhere', at('rest', 1, Number.POSITIVE_INFINITY)],
    ['up of no length', set('up', [0, 0, 0])],
    ['up along forward', set('forward', [0, 1, 0])],
    ['a direction of four', set('up', [0, 1, 0, 0])],
    ['a body of controls', (own) => own.roles.fill('control')],
    ['a body that moves with a control', at('roles', 0, 'control')],
    ['somebody else', set('from', 'me')],
    ['no version', set('version', undefined)],
    ['a version that is text', set('version', '1')],
    ['a million joints', (own) => Object.assign(own, { joints: new Array(1e6).fill('a') })],
  ];

  it.each(cases)('%s: a finding', (_, change) => {
    const { json } = structuredClone(writeGltfModel(dog));
    change(saved(json));
    const { anatomy, findings } = readAnatomyExtras(json, dog.skeleton!, dog.mesh);
    expect(anatomy).toBeUndefined();
    expect(findings.map(({ code }) => code)).toEqual(['broken-anatomy']);
  });

  it.each([1, 'x', true, [], null])('extras that are %j are none of ours', (extras) => {
    const { json } = structuredClone(writeGltfModel(dog));
    Object.assign(rootNode(json), { extras });
    expect(readAnatomyExtras(json, dog.skeleton!, dog.mesh)).toEqual({ findings: [] });
  });

  it('joints on one spot: no direction comes of it', () => {
    const { json } = structuredClone(writeGltfModel(dog));
    saved(json).rest.fill(0);
    const { anatomy } = readAnatomyExtras(json, dog.skeleton!, dog.mesh);
    if (anatomy) expect(Math.hypot(...anatomy.up)).toBeCloseTo(1, 3);
  });

  it('a long chain that moves backwards is read in no time', () => {
    const count = 30_000;
    const names = Array.from({ length: count }, (_, j) => `b${j}`);
    const skeleton = {
      names,
      parents: Int16Array.from(names, (_, j) => j - 1),
      rest: Float32Array.from({ length: count * 3 }, (_, i) => i % 7),
      frames: new Float32Array(count * 4),
    };
    const fill = (value: unknown) => new Array(count).fill(value);
    const anatomy = {
      version: 1,
      joints: names,
      parents: names.map((_, j) => j - 1),
      rest: Array.from(skeleton.rest),
      roles: fill('spine'),
      sides: fill(0),
      limbs: fill(-1),
      moves: names.map((_, j) => (j === count - 1 ? -1 : j + 1)),
      partners: fill(-1),
      confidence: fill(0.5),
      up: [0, 1, 0],
      forward: [0, 0, 1],
      from: 'file',
    };
    const json = {
      asset: { version: '2.0' },
      nodes: [{ extras: { posespace: { anatomy } } }],
    } as unknown as GltfJson;
    const read = readAnatomyExtras(json, skeleton, dog.mesh);
    expect(kindOf(read.anatomy!)).toBe('serpent');
  });
});

describe('the schema', () => {
  it('has the roles that there are', () => {
    expect(schema.properties.roles.items.anyOf[0].enum).toEqual([...ANATOMY_ROLES]);
  });

  it('refuses what a reader refuses', () => {
    const own = saved(structuredClone(writeGltfModel(dog)).json);
    for (const [name, value] of [
      ['version', 2],
      ['from', 'me'],
      ['up', [0, 1]],
      ['sides', [2]],
      ['confidence', [1.5]],
      ['joints', []],
    ] as const) {
      expect(validate({ ...own, [name]: value }), name).toBe(false);
    }
  });
});

function addJoint(json: GltfJson): void {
  const [first] = json.skins![0].joints;
  const added = json.nodes!.push({ name: 'added' }) - 1;
  json.nodes![first].children = [...(json.nodes![first].children ?? []), added];
  json.animations = undefined;
  json.skins![0].joints = [...json.skins![0].joints, added];
  delete json.skins![0].inverseBindMatrices;
}

function rename(json: GltfJson, name: string): void {
  json.nodes![json.skins![0].joints[4]].name = name;
}

function reparent(json: GltfJson): void {
  const { joints } = json.skins![0];
  const leaf = joints.find((j) => !json.nodes![j].children) as number;
  for (const node of json.nodes!) node.children = node.children?.filter((child) => child !== leaf);
  json.nodes![joints[0]].children!.push(leaf);
  for (const node of json.nodes!) if (node.children?.length === 0) delete node.children;
}
