/**
 * Lays out the poses of a creature on a 2D map, decodes a point between two of its frames, and scores how natural the
 * pose is.
 * Run: node examples/map-the-poses.mjs
 */
import { createPlausibilityScorer, mapPoses, openPoseSpace } from 'posespace';
import { readSample, writeModelFile } from 'posespace/io/node';

const model = await readSample('wolf');
const poses = model.clips.flatMap((clip) => clip.poses);
const space = await openPoseSpace(model, { adapt: false });

// A pose has the same position on the map whatever else is on it.
const map = await mapPoses(space, poses);
const [x, y] = map.points;
const other = map.place(poses.at(-1));
const between = map.decode((x + other.x) / 2, (y + other.y) / 2);

// 1 is the edge of the creature's own poses.
const scorer = await createPlausibilityScorer(space);
const { score, joints } = await scorer.score(between);
const worst = model.skeleton.names[joints.indexOf(Math.max(...joints))];
await space.close();

const clip = { name: 'between', times: Float32Array.of(0), poses: [between] };
await writeModelFile('out/between.glb', { ...model, clips: [clip] });
console.log(
  `${poses.length} poses on the map; between two of them the pose scores ${score.toFixed(2)} (1 and below is natural)`,
);
console.log(`the joint that stands out most is ${worst}; wrote out/between.glb`);
