/**
 * @file A soft contact shadow: the body rendered from below into a small texture, darker near the ground, blurred,
 * and drawn on the ground. Updated when the pose changes.
 */

import {
  CustomBlending,
  HalfFloatType,
  LinearFilter,
  MaxEquation,
  Mesh,
  type Object3D,
  OneFactor,
  OrthographicCamera,
  PlaneGeometry,
  RGBAFormat,
  Scene,
  ShaderMaterial,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import type { BodyBounds } from '../measure-body.js';

const SIZE = 128;
/** Height at which the shadow ends, as a share of the body's radius. */
const HEIGHT = 0.75;
const STRENGTH = { dark: 0.85, light: 0.5 } as const;

const SKINNED_VERTEX = /* glsl */ `
  #include <common>
  #include <skinning_pars_vertex>
  uniform float ground;
  uniform float height;
  varying float near;
  void main() {
    #include <beginnormal_vertex>
    #include <skinbase_vertex>
    #include <begin_vertex>
    #include <skinning_vertex>
    vec4 at = modelMatrix * vec4(transformed, 1.0);
    near = clamp(1.0 - (at.y - ground) / height, 0.0, 1.0);
    gl_Position = projectionMatrix * viewMatrix * at;
  }
`;

const SKINNED_FRAGMENT = /* glsl */ `
  varying float near;
  void main() {
    gl_FragColor = vec4(vec3(pow(near, 1.6)), 1.0);
  }
`;

const BLUR_VERTEX = /* glsl */ `
  varying vec2 at;
  void main() {
    at = uv;
    gl_Position = vec4(position.xy * 2.0, 0.0, 1.0);
  }
`;

const BLUR_FRAGMENT = /* glsl */ `
  uniform sampler2D picture;
  uniform vec2 reach;
  varying vec2 at;
  void main() {
    float sum = 0.0;
    float total = 0.0;
    for (int i = -6; i <= 6; i++) {
      float weight = exp(-float(i * i) / 14.0);
      sum += weight * texture2D(picture, at + reach * float(i)).r;
      total += weight;
    }
    gl_FragColor = vec4(vec3(sum / total), 1.0);
  }
`;

const SHADOW_FRAGMENT = /* glsl */ `
  uniform sampler2D picture;
  uniform float strength;
  varying vec2 at;
  void main() {
    vec2 away = abs(at - 0.5) * 2.0;
    float edge = 1.0 - smoothstep(0.8, 1.0, max(away.x, away.y));
    gl_FragColor = vec4(0.0, 0.0, 0.0, texture2D(picture, at).r * strength * edge);
  }
`;

const SHADOW_VERTEX = /* glsl */ `
  varying vec2 at;
  void main() {
    at = vec2(uv.x, 1.0 - uv.y);
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }
`;

export class ContactShadow {
  /** A unit plane on the ground, scaled to the shadow. */
  readonly mesh: Mesh<PlaneGeometry, ShaderMaterial>;
  readonly #near: WebGLRenderTarget;
  readonly #blurred: WebGLRenderTarget;
  readonly #camera = new OrthographicCamera();
  readonly #cast: ShaderMaterial;
  readonly #blur: ShaderMaterial;
  readonly #sheet = new Scene();

  constructor() {
    const options = { type: HalfFloatType, format: RGBAFormat, minFilter: LinearFilter, depthBuffer: false };
    this.#near = new WebGLRenderTarget(SIZE, SIZE, options);
    this.#blurred = new WebGLRenderTarget(SIZE, SIZE, options);
    this.#cast = new ShaderMaterial({
      vertexShader: SKINNED_VERTEX,
      fragmentShader: SKINNED_FRAGMENT,
      uniforms: { ground: { value: 0 }, height: { value: 1 } },
      // The point nearest to the ground wins, in any triangle order.
      blending: CustomBlending,
      blendEquation: MaxEquation,
      blendSrc: OneFactor,
      blendDst: OneFactor,
      depthTest: false,
      depthWrite: false,
      side: 2,
    });
    this.#blur = new ShaderMaterial({
      vertexShader: BLUR_VERTEX,
      fragmentShader: BLUR_FRAGMENT,
      uniforms: { picture: { value: null }, reach: { value: new Vector2() } },
      depthTest: false,
      depthWrite: false,
    });
    const plane = new PlaneGeometry();
    const screen = new Mesh(plane, this.#blur);
    screen.frustumCulled = false;
    this.#sheet.add(screen);
    this.mesh = new Mesh(
      plane,
      new ShaderMaterial({
        vertexShader: SHADOW_VERTEX,
        fragmentShader: SHADOW_FRAGMENT,
        uniforms: { picture: { value: this.#near.texture }, strength: { value: 0.5 } },
        transparent: true,
        depthWrite: false,
      }),
    );
    this.mesh.rotation.x = -Math.PI / 2;
    this.mesh.renderOrder = -1;
  }

  /** Renders the shadow of a body with this root offset, on a ground of this height. */
  draw(
    renderer: WebGLRenderer,
    body: Object3D & { material: unknown },
    { center, radius }: BodyBounds,
    root: ArrayLike<number>,
    ground: number,
    theme: 'dark' | 'light',
  ): void {
    const [x, z] = [center[0] + root[0], center[2] + root[2]];
    this.mesh.material.uniforms.strength.value = STRENGTH[theme];
    const half = radius * 1.5;
    const camera = this.#camera;
    Object.assign(camera, { left: -half, right: half, top: half, bottom: -half, near: 0, far: 12 * radius });
    camera.updateProjectionMatrix();
    camera.position.set(x, ground - radius, z);
    camera.up.set(0, 0, 1);
    camera.lookAt(x, ground, z);
    camera.updateMatrixWorld();
    this.#cast.uniforms.ground.value = ground;
    this.#cast.uniforms.height.value = HEIGHT * radius;
    this.mesh.position.set(x, ground, z);
    this.mesh.scale.setScalar(2 * half);

    const { material, parent } = body;
    const before = { target: renderer.getRenderTarget(), alpha: renderer.getClearAlpha() };
    body.material = this.#cast;
    renderer.setClearAlpha(0);
    renderer.setRenderTarget(this.#near);
    renderer.clear();
    renderer.render(body as never, camera);
    body.material = material;
    body.parent = parent;
    const step = 0.8 / SIZE;
    for (const scale of [1, 2.2]) {
      this.#blurPass(renderer, this.#near, this.#blurred, step * scale, 0);
      this.#blurPass(renderer, this.#blurred, this.#near, 0, step * scale);
    }
    renderer.setRenderTarget(before.target);
    renderer.setClearAlpha(before.alpha);
  }

  #blurPass(
    renderer: WebGLRenderer,
    from: WebGLRenderTarget,
    to: WebGLRenderTarget,
    x: number,
    y: number,
  ): void {
    this.#blur.uniforms.picture.value = from.texture;
    (this.#blur.uniforms.reach.value as Vector2).set(x, y);
    renderer.setRenderTarget(to);
    renderer.render(this.#sheet, this.#camera);
  }

  dispose(): void {
    for (const part of [
      this.#near,
      this.#blurred,
      this.#cast,
      this.#blur,
      this.mesh.geometry,
      this.mesh.material,
    ])
      part.dispose();
  }
}
