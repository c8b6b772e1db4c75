/** @file A ground grid that fades out with distance, with stronger lines every fifth step and without moiré. */

import { CircleGeometry, Color, DoubleSide, Mesh, ShaderMaterial, Vector3 } from 'three';
import type { BodyBounds } from '../measure-body.js';

const VERTEX = /* glsl */ `
  varying vec3 world;
  void main() {
    vec4 at = modelMatrix * vec4(position, 1.0);
    world = at.xyz;
    gl_Position = projectionMatrix * viewMatrix * at;
  }
`;

const FRAGMENT = /* glsl */ `
  uniform float step;
  uniform float reach;
  uniform vec3 middle;
  uniform vec3 line;
  uniform float strength;
  varying vec3 world;

  float lines(vec2 at, float spacing) {
    vec2 cell = at / spacing;
    vec2 width = fwidth(cell);
    vec2 away = abs(fract(cell - 0.5) - 0.5) / max(width, 1e-6);
    vec2 drawn = (1.0 - clamp(away, 0.0, 1.0)) * (1.0 - smoothstep(0.2, 0.6, width));
    return max(drawn.x, drawn.y);
  }

  void main() {
    vec2 at = world.xz;
    float fade = 1.0 - smoothstep(0.12, 1.0, length(at - middle.xz) / reach);
    float drawn = max(lines(at, step) * 0.45, lines(at, step * 5.0));
    // Fade at grazing angles, where lines merge.
    float slope = abs(normalize(cameraPosition - world).y);
    float alpha = drawn * fade * fade * strength * smoothstep(0.0, 0.12, slope);
    if (alpha < 0.003) discard;
    gl_FragColor = vec4(line, alpha);
    #include <colorspace_fragment>
  }
`;

/** Radius of the grid, as a multiple of the body's radius. */
const REACH = 6;
const LINES = { dark: '#8d93a1', light: '#6f675a' } as const;
const STRENGTH = { dark: 0.42, light: 0.5 } as const;

export type GroundLines = Mesh<CircleGeometry, ShaderMaterial>;

export function createGroundLines(): GroundLines {
  const lines = new Mesh(new CircleGeometry(1, 64), createMaterial());
  lines.rotation.x = -Math.PI / 2;
  lines.renderOrder = -2;
  return lines;
}

/** Places the grid under a body. */
export function layGround(
  lines: GroundLines,
  { center, radius }: BodyBounds,
  height: number,
  theme: 'dark' | 'light',
): void {
  lines.position.set(center[0], height, center[2]);
  lines.scale.setScalar(radius * REACH);
  const { uniforms } = lines.material;
  uniforms.step.value = lineStep(radius);
  uniforms.reach.value = radius * REACH;
  (uniforms.middle.value as Vector3).set(center[0], height, center[2]);
  (uniforms.line.value as Color).set(LINES[theme]);
  uniforms.strength.value = STRENGTH[theme];
}

function createMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: {
      step: { value: 1 },
      reach: { value: 10 },
      middle: { value: new Vector3() },
      line: { value: new Color() },
      strength: { value: 1 },
    },
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
  });
}

/** Line spacing: 1, 2 or 5 times a power of ten, about a fifth of the body. */
export function lineStep(radius: number): number {
  const wanted = radius / 2.5;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const share = wanted / power;
  return power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
}
