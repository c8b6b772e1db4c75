/**
 * Generates a walk, loads the creature in three.js and plays it: the lines a web page needs, run here without a canvas.
 * Run: node examples/play-in-three.mjs
 */
import { addClip, encodeModel, generateMotion } from 'posespace';
import { readSample } from 'posespace/io/node';
import { AnimationMixer, Box3, LoopRepeat } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';

const model = await readSample('wolf');
const { clip, speed } = generateMotion(model, 'walk');
const walking = addClip({ ...model, clips: [] }, clip);
const [{ bytes }] = (await encodeModel(walking, 'wolf.glb')).files;

const { scene, animations } = await new GLTFLoader().parseAsync(bytes.buffer, '');
const mixer = new AnimationMixer(scene);
// The first frame is the last one too: the loop has no seam.
mixer.clipAction(animations[0]).setLoop(LoopRepeat).play();
// Without root motion the body walks on the spot; the scene moves at the speed that the clip was made for.
for (let frame = 0; frame < 60; frame++) {
  mixer.update(1 / 60);
  scene.position.z += speed / 60;
}
scene.updateMatrixWorld(true);
const size = new Box3().setFromObject(scene).max.y;
console.log(
  `three.js plays "${animations[0].name}": ${scene.position.z.toFixed(2)} m in a second, ${size.toFixed(2)} m tall`,
);
