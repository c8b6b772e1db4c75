/**
 * Generates a walk, loads the creature in Babylon.js and plays it; the engine without a canvas stands in for the page's.
 * Run: node examples/play-in-babylon.mjs
 */
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { LoadAssetContainerAsync } from '@babylonjs/core/Loading/sceneLoader.js';
import { Logger } from '@babylonjs/core/Misc/logger.js';
import { Scene } from '@babylonjs/core/scene.js';
import '@babylonjs/loaders/glTF/2.0/glTFLoader.js';
import { addClip, encodeModel, generateMotion } from 'posespace';
import { readSample } from 'posespace/io/node';

const model = await readSample('wolf');
const { clip } = generateMotion(model, 'walk');
const walking = addClip({ ...model, clips: [] }, clip);
const [{ bytes }] = (await encodeModel(walking, 'wolf.glb')).files;

Logger.LogLevels = Logger.ErrorLogLevel;
const scene = new Scene(new NullEngine());
// glTF is right-handed; without this line Babylon mirrors the scene below a node "__root__".
scene.useRightHandedSystem = true;
const container = await LoadAssetContainerAsync(bytes, scene, { pluginExtension: '.glb' });
container.addAllToScene();
const [walk] = container.animationGroups;
walk.start(true);
walk.goToFrame(walk.to / 2);
const [{ bones }] = container.skeletons;
console.log(
  `Babylon.js plays "${walk.name}" (${((walk.to - walk.from) / 60).toFixed(2)} s) on ${bones.length} bones`,
);
scene.getEngine().dispose();
