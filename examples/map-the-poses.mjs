/**
 * Lays the poses of a creature out on a map, reads one off between two of its frames, and asks how far it is from what
 * the creature does.
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

// A pose has the same place on the map whatever else is put on it.
const map = await mapPoses(space, poses);
const [x, y] = map.points;
const other = map.place(poses.at(-1));
const between = map.decode((x + other.x) / 2, (y + other.y) / 2);

// 1 is where the creature's own poses end.
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
