/**
 * @file The bone shader: fixed light from above and from the camera, without an environment map, so that it compiles
 * quickly.
 */

import { ShaderMaterial } from 'three';

const VERTEX = /* glsl */ `
  varying vec3 tint;
  varying float light;
  void main() {
    #ifdef USE_INSTANCING_COLOR
      tint = instanceColor.rgb;
    #else
      tint = vec3(1.0);
    #endif
    mat3 turn = mat3(instanceMatrix);
    // Non-uniform scale: normals use its inverse.
    vec3 scale = vec3(dot(turn[0], turn[0]), dot(turn[1], turn[1]), dot(turn[2], turn[2]));
    vec3 world = normalize(turn * (normal / max(scale, vec3(1e-20))));
    vec3 seen = normalize(mat3(viewMatrix) * world);
    light = 0.62 + 0.2 * world.y + 0.3 * max(0.0, dot(seen, normalize(vec3(0.45, 0.35, 0.8))));
    gl_Position = projectionMatrix * viewMatrix * instanceMatrix * vec4(position, 1.0);
  }
`;

const FRAGMENT = /* glsl */ `
  uniform float opacity;
  varying vec3 tint;
  varying float light;
  void main() {
    gl_FragColor = vec4(tint * light, opacity);
    #include <colorspace_fragment>
  }
`;

export const createBoneMaterial = (): ShaderMaterial =>
  new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: { opacity: { value: 0.94 } },
    transparent: true,
  });
