/**
 * @file Simulation steps per second of a physics body generated from a rig against a hand-written MuJoCo humanoid with
 * as many degrees of freedom, alternating. `npm run build && node bench/physics.mjs`.
 *
 * MuJoCo's own humanoid is not in its npm package and has 27 degrees of freedom, fewer than most rigs. So the peer is
 * written here in the same style: capsules on hinges, position servos on all of them, Euler integration, capsule feet,
 * contacts among all limbs; hands get fingers until it has three hinges per ball joint of ours. Both bodies stand on the
 * ground for a second, held by their servos. Also measured: the time to track a whole clip.
 */

import { modelRig } from 'posespace';
import { readSample } from 'posespace/io/node';
import { buildPhysicsBody, loadPhysics, trackMotion, writeMjcf } from 'posespace/motion';
import { line } from './measure.mjs';

const STEPS = 300;
const ROUNDS = 9;
const TIME_STEP = 1 / 300;
/** MuJoCo's geometry type of a capsule. */
const CAPSULE = 3;

/** Limbs of the humanoid: name, parent, offset from its parent, end point, radius (metres). */
const LIMBS = [
  ['abdomen', 'pelvis', [0, 0.12, 0], [0, 0.15, 0], 0.09],
  ['chest', 'abdomen', [0, 0.18, 0], [0, 0.16, 0], 0.1],
  ['head', 'chest', [0, 0.26, 0], [0, 0.14, 0], 0.08],
  ...[1, -1].flatMap((side) => {
    const of = (name) => `${name}${side > 0 ? 'Left' : 'Right'}`;
    return [
      [of('arm'), 'chest', [side * 0.18, 0.14, 0], [side * 0.24, 0, 0], 0.04],
      [of('forearm'), of('arm'), [side * 0.28, 0, 0], [side * 0.2, 0, 0], 0.033],
      [of('hand'), of('forearm'), [side * 0.24, 0, 0], [side * 0.07, 0, 0], 0.03],
      [of('thigh'), 'pelvis', [side * 0.1, -0.06, 0], [0, -0.34, 0], 0.06],
      [of('shin'), of('thigh'), [0, -0.4, 0], [0, -0.3, 0], 0.048],
      [of('foot'), of('shin'), [0, -0.36, -0.04], [0, 0, 0.16], 0.027],
    ];
  }),
];

/** The humanoid with this many joints of three hinges each. */
function writeHumanoid(jointCount) {
  const limbs = LIMBS.slice(0, jointCount);
  for (let i = 0; limbs.length < jointCount; i++) {
    const hand = i % 2 === 0 ? 'handLeft' : 'handRight';
    const sign = i % 2 === 0 ? 1 : -1;
    limbs.push([`finger${i}`, hand, [sign * 0.09, 0, 0.02 * (i >> 1)], [sign * 0.04, 0, 0], 0.01]);
  }
  const write = (name) =>
    limbs
      .filter(([, parent]) => parent === name)
      .map(
        ([child, , at, end, radius]) =>
          `<body name="${child}" pos="${at.join(' ')}">` +
          ['1 0 0', '0 1 0', '0 0 1']
            .map((axis, k) => `<joint name="${child}${k}" axis="${axis}" range="-1.5 1.5"/>`)
            .join('') +
          `<geom type="capsule" fromto="0 0 0 ${end.join(' ')}" size="${radius}"${child.startsWith('finger') ? ' contype="0" conaffinity="0"' : ''}/>${write(child)}</body>`,
      )
      .join('');
  const servos = limbs.flatMap(([name]) =>
    [0, 1, 2].map((k) => `<position joint="${name}${k}" kp="200" kv="10"/>`),
  );
  return (
    `<mujoco><compiler angle="radian"/><option timestep="${TIME_STEP}" gravity="0 -9.81 0"/>` +
    '<default><joint damping="1" armature="0.02"/><geom condim="3" friction="1"/></default><worldbody>' +
    '<geom type="plane" size="0 0 1" quat="0.70710678 -0.70710678 0 0"/>' +
    '<body name="pelvis" pos="0 0.85 0"><freejoint/><geom type="capsule" fromto="-.07 0 0 .07 0 0" size=".09"/>' +
    `${write('pelvis')}</body></worldbody><actuator>${servos.join('')}</actuator></mujoco>`
  );
}

function open(physics, xml) {
  const model = physics.MjModel.from_xml_string(xml);
  const data = new physics.MjData(model);
  return {
    dofs: model.nv,
    run() {
      physics.mj_resetData(model, data);
      // Put the body on the ground, by the lowest point of its geometries.
      physics.mj_kinematics(model, data);
      const lows = Array.from({ length: model.ngeom - 1 }, (_, i) => {
        const g = i + 1;
        const [radius, half] = model.geom_size.subarray(g * 3, g * 3 + 2);
        const upright = model.geom_type[g] === CAPSULE ? Math.abs(data.geom_xmat[g * 9 + 5]) * half : 0;
        return data.geom_xpos[g * 3 + 1] - radius - upright;
      });
      data.qpos[1] -= Math.min(...lows);
      const start = performance.now();
      for (let i = 0; i < STEPS; i++) physics.mj_step(model, data);
      return (STEPS / (performance.now() - start)) * 1000;
    },
    contacts: () => data.ncon,
    close() {
      data.delete();
      model.delete();
    },
  };
}

const middle = (list) => list.sort((a, b) => a - b)[list.length >> 1];

const physics = await loadPhysics();
for (const name of ['person', 'wolf', 'spider']) {
  const model = await readSample(name);
  const { clips } = model;
  const rig = modelRig(model);
  const walk = clips.find(({ name }) => /walk/i.test(name)) ?? clips[0];
  const body = buildPhysicsBody(rig, { poses: walk.poses });
  const ours = open(physics, writeMjcf(body, { timeStep: TIME_STEP }));
  const theirs = open(physics, writeHumanoid(body.parents.length - 1));
  const rates = { ours: [], theirs: [] };
  for (let round = 0; round < ROUNDS; round++) {
    rates.ours.push(ours.run());
    rates.theirs.push(theirs.run());
  }
  const start = performance.now();
  const { stepCount, trackingError } = await trackMotion(rig, walk);
  const seconds = (performance.now() - start) / 1000;
  const [a, b] = [middle(rates.ours), middle(rates.theirs)];
  line(
    `${name}: ${ours.dofs} and ${theirs.dofs} degrees of freedom`,
    `  ours ${a.toFixed(0)} steps/s, ${ours.contacts()} contacts`,
    `  humanoid ${b.toFixed(0)} steps/s, ${theirs.contacts()} contacts`,
    `ratio ${(a / b).toFixed(2)}`,
    `  tracking ${stepCount} steps in ${seconds.toFixed(1)} s, error ${trackingError.toFixed(1)} %`,
  );
  ours.close();
  theirs.close();
}
