/**
 * @file An offscreen stage with a renderer and canvas of its own, for images of any size. It shares geometry and
 * materials with the stage on the page.
 */

import type { Appearance, Model } from 'posespace/io';
import type { Pose, Skeleton } from 'posespace/rig';
import { NeutralToneMapping, PerspectiveCamera, Scene, type SkinnedMesh, WebGLRenderer } from 'three';
import { forwardOf } from '../../store/body-directions.js';
import { useStudio } from '../../store/store.js';
import { createBones, createSkinned, poseBones } from '../body-geometry.js';
import { type BodyParts, bodyParts } from '../body-parts.js';
import { PALETTES } from '../bones/bone-colors.js';
import { BoneShapes } from '../bones/bone-shapes.js';
import { ContactShadow } from '../ground/contact-shadow.js';
import { createGroundLines, layGround } from '../ground/ground-lines.js';
import { createEnvironment } from '../light/create-environment.js';
import { bodyBounds } from '../measure-body.js';
import { posedJoints } from '../posed-joints.js';
import {
  azimuthOf,
  cameraPosition,
  distanceOf,
  FIELD_OF_VIEW,
  type StageView,
  stageView,
  THREE_QUARTER,
} from '../stage-view.js';
import type { CAPTURE_DEFAULTS, CaptureOptions } from './capture-options.js';

type Settings = CaptureOptions & Required<Pick<CaptureOptions, keyof typeof CAPTURE_DEFAULTS>>;

/** Margin around a body that fills the image. */
const MARGIN = 1.02;

export class CaptureStage {
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera();
  readonly #lines = createGroundLines();
  readonly #shadow = new ContactShadow();
  readonly #backdrop = document.createElement('canvas');
  #body: { readonly parts: BodyParts; readonly skeleton: Skeleton; readonly object: SkinnedMesh } | null =
    null;
  #bones: { readonly skeleton: Skeleton; readonly shapes: BoneShapes } | null = null;
  /** Whether there are materials that are not compiled yet. */
  #isNew = true;

  constructor() {
    this.#renderer = new WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.#renderer.debug.checkShaderErrors = import.meta.env.DEV;
    this.#renderer.toneMapping = NeutralToneMapping;
    this.#renderer.setClearAlpha(0);
    this.#scene.environment = createEnvironment();
    this.#scene.add(this.#lines, this.#shadow.mesh);
    this.#camera.fov = (FIELD_OF_VIEW * 180) / Math.PI;
  }

  /** Draws; the canvas keeps the image until the next call. */
  async draw(
    model: Model,
    appearance: Appearance | null,
    pose: Pose,
    options: Settings,
  ): Promise<HTMLCanvasElement> {
    const { width, height, transparent } = options;
    this.#renderer.setSize(width, height, false);
    this.#showBody(model, appearance, pose);
    this.#showBones(model, pose, options.bones || !this.#body);
    this.#aim(model, pose, options);
    if (this.#isNew) {
      // Compiles in parallel where the browser supports it.
      await this.#renderer.compileAsync(this.#scene, this.#camera);
      this.#isNew = false;
    }
    this.#showGround(model, pose, !transparent);
    this.#renderer.render(this.#scene, this.#camera);
    await untilDrawn(this.#renderer);
    return transparent ? this.#renderer.domElement : this.#onBackdrop(width, height);
  }

  #showBody(model: Model, appearance: Appearance | null, pose: Pose): void {
    const parts = bodyParts(model, appearance);
    const skeleton = model.skeleton!;
    if (this.#body?.skeleton !== skeleton || this.#body?.parts !== parts) {
      this.#body?.object.removeFromParent();
      this.#body?.object.skeleton.dispose();
      this.#body = null;
      if (parts) {
        const bones = createBones(skeleton.parents.length);
        const object = createSkinned(parts.geometry, parts.materials, bones);
        this.#scene.add(object);
        this.#body = { parts, skeleton, object };
        this.#isNew = true;
      }
    }
    if (this.#body) poseBones(this.#body.object.skeleton, skeleton, pose);
  }

  #showBones({ skeleton }: Model, pose: Pose, shown: boolean): void {
    if (shown && skeleton && this.#bones?.skeleton !== skeleton) {
      this.#bones?.shapes.mesh.removeFromParent();
      this.#bones?.shapes.dispose();
      const shapes = new BoneShapes(skeleton);
      shapes.mesh.renderOrder = 1;
      shapes.mesh.onBeforeRender = (renderer) => renderer.clearDepth();
      const { bone } = PALETTES.dark;
      shapes.paint(new Array(skeleton.parents.length).fill(bone), bone);
      this.#scene.add(shapes.mesh);
      this.#bones = { skeleton, shapes };
      this.#isNew = true;
    }
    if (!this.#bones) return;
    this.#bones.shapes.mesh.visible = shown;
    if (shown) this.#bones.shapes.place(posedJoints(this.#bones.skeleton, pose));
  }

  #showGround(model: Model, pose: Pose, shown: boolean): void {
    const { theme, ground, facts } = useStudio.getState().view.scene;
    const isDrawn = shown && ground;
    this.#lines.visible = isDrawn;
    this.#shadow.mesh.visible = isDrawn && this.#body !== null;
    if (!isDrawn) return;
    const bounds = bodyBounds(model);
    const height = facts?.ground ?? bounds.low[1];
    layGround(this.#lines, bounds, height, theme);
    if (this.#body) this.#shadow.draw(this.#renderer, this.#body.object, bounds, pose.root, height, theme);
  }

  #aim(model: Model, pose: Pose, { width, height, framing, azimuth }: Settings): void {
    const stage = framing === 'stage' ? stageView() : null;
    const view = stage ?? viewOfBody(model, pose, width / height);
    const camera = this.#camera;
    camera.aspect = width / height;
    camera.near = view.distance / 100;
    camera.far = view.distance * 50;
    camera.updateProjectionMatrix();
    camera.position.set(...cameraPosition({ ...view, azimuth: view.azimuth + azimuth }));
    camera.lookAt(...view.target);
    camera.updateMatrixWorld();
  }

  #onBackdrop(width: number, height: number): HTMLCanvasElement {
    const canvas = this.#backdrop;
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d')!;
    paintBackdrop(context, width, height);
    context.drawImage(this.#renderer.domElement, 0, 0);
    return canvas;
  }
}

/** The body from its front left, at its rest size, following the pose. */
function viewOfBody(model: Model, pose: Pose, aspect: number): StageView {
  const skeleton = model.skeleton!;
  const { center, radius } = bodyBounds(model);
  const { positions } = posedJoints(skeleton, pose);
  const count = skeleton.parents.length;
  const moved = [0, 0, 0];
  for (let i = 0; i < count * 3; i++) moved[i % 3] += (positions[i] - skeleton.rest[i]) / count;
  return {
    target: [center[0] + moved[0], center[1] + moved[1], center[2] + moved[2]],
    azimuth: azimuthOf(forwardOf(model)) + THREE_QUARTER.azimuth,
    elevation: THREE_QUARTER.elevation,
    distance: distanceOf(radius * MARGIN, aspect),
    fieldOfView: FIELD_OF_VIEW,
  };
}

/** Paints the background gradient of stage.css. */
function paintBackdrop(context: CanvasRenderingContext2D, width: number, height: number): void {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string, otherwise: string) => style.getPropertyValue(name).trim() || otherwise;
  context.save();
  context.translate(width / 2, height * 0.38);
  context.scale(width * 1.2, height * 0.9);
  const gradient = context.createRadialGradient(0, 0, 0, 0, 0, 1);
  gradient.addColorStop(0, color('--stage-near', '#2b3038'));
  gradient.addColorStop(0.55, color('--stage-middle', '#1d2026'));
  gradient.addColorStop(1, color('--stage-far', '#14161a'));
  context.fillStyle = gradient;
  context.fillRect(-1, -1, 2, 2);
  context.restore();
}

/** Between two materials, milliseconds. */
const PAUSE = 2;

/** Waits until the GPU has finished. Reading the image before that blocks the page, for seconds while software rendering compiles its first shaders. */
async function untilDrawn(renderer: WebGLRenderer): Promise<void> {
  const gl = renderer.getContext() as WebGL2RenderingContext;
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  if (!fence) return;
  gl.flush();
  while (gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED && !gl.isContextLost()) {
    await new Promise((done) => setTimeout(done, PAUSE));
  }
  gl.deleteSync(fence);
}
