/** @file Joints as round dots with a constant size on the screen: instanced quads, clipped to circles. */

import type { JointGlobals } from 'posespace/rig';
import {
  Color,
  Float32BufferAttribute,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  ShaderMaterial,
  Vector2,
} from 'three';

const VERTEX = /* glsl */ `
  attribute vec3 center;
  attribute vec3 tint;
  attribute float size;
  uniform vec2 resolution;
  varying vec2 corner;
  varying vec3 color;
  varying float radius;
  void main() {
    corner = position.xy;
    color = tint;
    radius = size;
    gl_Position = projectionMatrix * viewMatrix * vec4(center, 1.0);
    gl_Position.xy += position.xy * (size + 1.5) * 2.0 / resolution * gl_Position.w;
  }
`;

const FRAGMENT = /* glsl */ `
  uniform vec3 outline;
  uniform float ratio;
  varying vec2 corner;
  varying vec3 color;
  varying float radius;
  void main() {
    float away = length(corner) * (radius + 1.5);
    float blur = 0.75 / ratio;
    float inside = 1.0 - smoothstep(radius + 0.6 - blur, radius + 0.6 + blur, away);
    if (inside < 0.01) discard;
    float core = 1.0 - smoothstep(radius - 1.0 - blur, radius - 1.0 + blur, away);
    gl_FragColor = vec4(mix(outline, color, core), inside);
    #include <colorspace_fragment>
  }
`;

export class JointDots {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  readonly #centers: InstancedBufferAttribute;
  readonly #tints: InstancedBufferAttribute;
  readonly #sizes: InstancedBufferAttribute;

  constructor(count: number) {
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute(
      'position',
      new Float32BufferAttribute([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], 3),
    );
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    geometry.instanceCount = count;
    this.#centers = new InstancedBufferAttribute(new Float32Array(count * 3), 3);
    this.#tints = new InstancedBufferAttribute(new Float32Array(count * 3), 3);
    this.#sizes = new InstancedBufferAttribute(new Float32Array(count), 1);
    geometry.setAttribute('center', this.#centers);
    geometry.setAttribute('tint', this.#tints);
    geometry.setAttribute('size', this.#sizes);
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: {
        resolution: { value: new Vector2(1, 1) },
        outline: { value: new Color() },
        ratio: { value: 1 },
      },
      transparent: true,
      depthTest: false,
      depthWrite: false,
    });
    this.mesh = new Mesh(geometry, material);
    this.mesh.name = 'joints';
    this.mesh.frustumCulled = false;
  }

  place({ positions }: JointGlobals): void {
    this.#centers.array.set(positions);
    this.#centers.needsUpdate = true;
  }

  paint(colors: readonly string[], outline: string): void {
    const color = new Color();
    colors.forEach((value, j) => {
      color.set(value).toArray(this.#tints.array, j * 3);
    });
    this.#tints.needsUpdate = true;
    (this.mesh.material.uniforms.outline.value as Color).set(outline);
  }

  /** Radius of each dot, CSS pixels. */
  resize(radii: (joint: number) => number): void {
    const { array } = this.#sizes;
    for (let j = 0; j < array.length; j++) array[j] = radii(j);
    this.#sizes.needsUpdate = true;
  }

  /** Stage size in CSS pixels, and device pixels per CSS pixel. */
  fit(width: number, height: number, ratio: number): void {
    const { uniforms } = this.mesh.material;
    (uniforms.resolution.value as Vector2).set(width, height);
    uniforms.ratio.value = ratio;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
