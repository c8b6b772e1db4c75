/**
 * Lays out the poses of a creature on a 2D map, decodes a point between two of its frames, and scores how natural the
 * pose is.
 * Run: node examples/map-the-poses.mjs
 */
import {
  createCreature,
  createCreatureModel,
  createPlausibilityScorer,
  mapPoses,
  openPoseSpace,
} from 'posespace';
import { writeModelFile } from 'posespace/io/node';

const creature = createCreature('quadruped', { seed: 5, resolution: 0.7 });
const poses = creature.clips.flatMap((clip) => clip.poses);
const space = await openPoseSpace(createCreatureModel(creature), { adapt: false });

// A pose has the same position on the map whatever else is on it.
const map = await mapPoses(space, poses);
const [x, y] = map.points;
const other = map.place(poses.at(-1));
const between = map.decode((x + other.x) / 2, (y + other.y) / 2);

// 1 is the edge of the creature's own poses.
const scorer = await createPlausibilityScorer(space);
const { score, joints } = await scorer.score(between);
const worst = creature.rig.skeleton.names[joints.indexOf(Math.max(...joints))];
await space.close();

const clip = { name: 'between', times: Float32Array.of(0), poses: [between] };
await writeModelFile('out/between.glb', createCreatureModel({ ...creature, clips: [clip] }));
console.log(
  `${poses.length} poses on the map; between two of them the pose scores ${score.toFixed(2)} (1 and below is natural)`,
);
console.log(`the joint that stands out most is ${worst}; wrote out/between.glb`);
