/** @file Materials, textures and morph targets of a file: what is there, and what it names and does not have. */

import type { Finding } from '../base/finding.js';
import { hasMorphAnimation } from '../io/gltf/bake-morphs.js';
import type { GltfJson } from '../io/gltf/gltf-json.js';
import { countMorphs } from '../io/gltf/read-morphs.js';
import { texturesOf } from '../io/lost-parts.js';
import type { ModelSource } from '../io/model.js';
import { counted } from './inspect-finding.js';

/** A material and the images of its textures. */
export interface MaterialFacts {
  readonly name: string;
  readonly textures: readonly string[];
}

/** What a file looks like. */
export interface AppearanceFacts {
  readonly materials: readonly MaterialFacts[];
  readonly textureCount: number;
  /** Images that the file names and that were not found. */
  readonly missingTextures: readonly string[];
  readonly morphTargetCount: number;
  /** Animations that move morph targets. */
  readonly morphClips: readonly string[];
  /** Surfaces without normals, which are shaded flat. */
  readonly bareSurfaceCount: number;
}

export function inspectAppearance(source: ModelSource | undefined): {
  readonly facts: AppearanceFacts | null;
  readonly findings: readonly Finding[];
} {
  if (!source) return { facts: null, findings: [] };
  const { json } = source.gltf;
  const images = json.images ?? [];
  const nameOf = (texture: number): string => {
    const image = images[json.textures?.[texture]?.source ?? -1];
    return image?.name || image?.uri || `texture ${texture + 1}`;
  };
  const materials = (json.materials ?? []).map((material, i) => ({
    name: material.name || `material ${i + 1}`,
    textures: [...new Set(texturesOf(material).map(({ index }) => nameOf(index)))],
  }));
  const missing = images.flatMap(({ uri }) => (uri === undefined || uri.startsWith('data:') ? [] : [uri]));
  const bare = source.parts.filter(
    ({ mesh, primitive }) => json.meshes![mesh].primitives[primitive].attributes.NORMAL === undefined,
  ).length;
  const facts: AppearanceFacts = {
    materials,
    textureCount: images.length - missing.length,
    missingTextures: missing,
    morphTargetCount: countMorphs(json).targets,
    morphClips: morphClips(json),
    bareSurfaceCount: bare,
  };
  return { facts, findings: bare > 0 && source.parts.length > 0 ? [bareFinding(bare)] : [] };
}

const bareFinding = (count: number): Finding => ({
  code: 'no-normals',
  severity: 'info',
  message: `${counted(count, 'surface')} ${count === 1 ? 'has' : 'have'} no normals; engines shade them flat.`,
  fix: 'GLB written by posespace has smooth normals there (convert --normals).',
  count,
});

const morphClips = (json: GltfJson): string[] =>
  (json.animations ?? []).flatMap((animation, i) =>
    hasMorphAnimation(json, i) ? [animation.name || `animation ${i + 1}`] : [],
  );
