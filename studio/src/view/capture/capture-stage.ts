/**
 * @file A stage of its own for pictures: another renderer with its own canvas, so that nothing that is drawn here shows
 * on the page, whatever its size. It draws the same geometry and materials as the page's stage.
 */

import type { Look, Model } from 'posespace/io';
import { type Pose, poseJoints } from 'posespace/rig';
import {
  NeutralToneMapping,
  type Object3D,
  PerspectiveCamera,
  Scene,
  SkinnedMesh,
  WebGLRenderer,
} from 'three';
import { documentOf, useStudio } from '../../state/store.js';
import { createBones, poseBones } from '../body-geometry.js';
import { type BodyParts, bodyParts } from '../body-parts.js';
import { createEnvironment } from '../light/create-environment.js';
import { bodyBounds } from '../measure-body.js';
import {
  azimuthOf,
  cameraPlace,
  distanceOf,
  FIELD_OF_VIEW,
  type StageView,
  stageView,
  THREE_QUARTER,
} from '../stage-view.js';
import type { CAPTURE_DEFAULTS, CaptureOptions } from './capture-options.js';

type Settings = CaptureOptions & Required<Pick<CaptureOptions, keyof typeof CAPTURE_DEFAULTS>>;

/** Room around a body that fills a picture. */
const MARGIN = 1.02;

export class CaptureStage {
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera();
  #body: { readonly parts: BodyParts; readonly model: Model; readonly object: SkinnedMesh } | null = null;
  #backdrop: HTMLCanvasElement | undefined;

  constructor() {
    this.#renderer = new WebGLRenderer({ antialias: true, alpha: true });
    this.#renderer.toneMapping = NeutralToneMapping;
    this.#renderer.setClearAlpha(0);
    this.#scene.environment = createEnvironment();
    this.#camera.fov = (FIELD_OF_VIEW * 180) / Math.PI;
  }

  /** Draws; the canvas holds the picture until the next turn of the event loop. */
  async draw(model: Model, look: Look | null, pose: Pose, options: Settings): Promise<HTMLCanvasElement> {
    const { width, height, transparent } = options;
    this.#renderer.setSize(width, height, false);
    const object = this.#show(model, look);
    if (object instanceof SkinnedMesh && model.skeleton) poseBones(object.skeleton, model.skeleton, pose);
    this.#aim(model, pose, options);
    if (object) await this.#renderer.compileAsync(this.#scene, this.#camera);
    this.#renderer.render(this.#scene, this.#camera);
    return transparent ? this.#renderer.domElement : this.#onBackdrop(width, height);
  }

  #show(model: Model, look: Look | null): Object3D | null {
    const parts = bodyParts(model, look);
    if (this.#body?.model.skeleton !== model.skeleton || this.#body?.parts !== parts) {
      this.#body?.object.removeFromParent();
      this.#body?.object.skeleton.dispose();
      this.#body = null;
      if (parts && model.skeleton) {
        const object = new SkinnedMesh(parts.geometry, parts.materials);
        object.frustumCulled = false;
        object.bind(createBones(model.skeleton.parents.length));
        this.#scene.add(object);
        this.#body = { parts, model, object };
      }
    }
    return this.#body?.object ?? null;
  }

  #aim(model: Model, pose: Pose, { width, height, framing, azimuth }: Settings): void {
    const stage = framing === 'stage' ? stageView() : null;
    const view = stage ?? viewOfBody(model, pose, width / height);
    const turned = { ...view, azimuth: view.azimuth + azimuth };
    const camera = this.#camera;
    camera.aspect = width / height;
    camera.near = view.distance / 100;
    camera.far = view.distance * 50;
    camera.updateProjectionMatrix();
    camera.position.set(...cameraPlace(turned));
    camera.lookAt(...view.target);
    camera.updateMatrixWorld();
  }

  #onBackdrop(width: number, height: number): HTMLCanvasElement {
    this.#backdrop ??= document.createElement('canvas');
    const canvas = this.#backdrop;
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d')!;
    const style = getComputedStyle(document.documentElement);
    context.fillStyle = style.getPropertyValue('--ground') || '#16181d';
    context.fillRect(0, 0, width, height);
    context.drawImage(this.#renderer.domElement, 0, 0);
    return canvas;
  }
}

/** The body from its front left, as large as it is at rest, wherever the pose has taken it. */
function viewOfBody(model: Model, pose: Pose, aspect: number): StageView {
  const skeleton = model.skeleton!;
  const { center, radius } = bodyBounds(model);
  const { positions } = poseJoints(skeleton, pose);
  const count = skeleton.parents.length;
  const moved = [0, 0, 0];
  for (let i = 0; i < count * 3; i++) moved[i % 3] += (positions[i] - skeleton.rest[i]) / count;
  const forward = documentOf(useStudio.getState())?.body?.forward ?? [0, 0, 1];
  return {
    target: [center[0] + moved[0], center[1] + moved[1], center[2] + moved[2]],
    azimuth: azimuthOf(forward) + THREE_QUARTER.azimuth,
    elevation: THREE_QUARTER.elevation,
    distance: distanceOf(radius * MARGIN, aspect),
    fieldOfView: FIELD_OF_VIEW,
  };
}
