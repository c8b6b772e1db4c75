/** @file Onion skinning: translucent copies of the body before and after the playhead, sharing its geometry. */

import { useCallback, useEffect, useMemo } from 'react';
import { Color, Group, MeshLambertMaterial, type SkinnedMesh } from 'three';
import { createBones, createSkinned, poseBones } from '../../../stage/body-geometry.js';
import { type StageBody, useBody } from '../../../stage/stage-body.js';
import { documentOf, type StudioState, useStudio } from '../../../store/store.js';
import type { Track } from '../actions/motion-track.js';
import { useTime } from './motion-use-time.js';

/** Copies on either side. */
const SIDE = 2;
const [BEFORE, AFTER] = ['#5aa9f2', '#f2a65a'];
/** Of the nearest and the next copy. */
const OPACITY = [0.3, 0.16];

export function Ghosts() {
  const body = useBody();
  return body?.object ? <GhostBodies body={body} surface={body.object} /> : null;
}

function GhostBodies({ body, surface }: { readonly body: StageBody; readonly surface: SkinnedMesh }) {
  const ghosts = useMemo(() => createGhosts(body, surface), [body, surface]);
  useEffect(
    () => () => {
      for (const ghost of ghosts.all) {
        ghost.material.dispose();
        ghost.skeleton.dispose();
      }
    },
    [ghosts],
  );
  const step = useStudio(({ view }) => view.motion.ghostStep);
  useTime(
    useCallback(
      (track: Track, time: number, state: StudioState) => {
        const times = ghostTimes(track, time, step, state);
        ghosts.all.forEach((ghost, i) => {
          const at = times[i];
          const pose = at === null ? null : track.sample(at);
          ghost.visible = pose !== null && pose.rotations.length === body.skeleton.parents.length * 4;
          if (pose && ghost.visible) poseBones(ghost.skeleton, body.skeleton, pose);
        });
      },
      [ghosts, body, step],
    ),
  );
  return <primitive object={ghosts.group} />;
}

type Ghost = SkinnedMesh<SkinnedMesh['geometry'], MeshLambertMaterial>;

function createGhosts({ skeleton }: StageBody, surface: SkinnedMesh) {
  const group = new Group();
  const all = Array.from({ length: 2 * SIDE }, (_, i): Ghost => {
    const material = new MeshLambertMaterial({
      color: new Color(i < SIDE ? BEFORE : AFTER),
      transparent: true,
      opacity: OPACITY[i % SIDE],
      // Always behind the body itself.
      polygonOffset: true,
      polygonOffsetUnits: 1e6,
    });
    const ghost = createSkinned(surface.geometry, material, createBones(skeleton.parents.length));
    ghost.raycast = () => undefined;
    group.add(ghost);
    return ghost;
  });
  return { group, all };
}

/** Times of the copies, nearest first, before and then after; null where there is none. Keyframes of the new clip, else frames. */
function ghostTimes(track: Track, time: number, step: number, state: StudioState): (number | null)[] {
  const steps = Array.from({ length: SIDE }, (_, i) => i + 1);
  if (!track.clip) {
    const keys = documentOf(state)?.sketch.keys.map((key) => key.time) ?? [];
    const before = keys.filter((at) => at < time - 1e-3).reverse();
    const after = keys.filter((at) => at > time + 1e-3);
    return [before, after].flatMap((side) => steps.map((n) => side[n - 1] ?? null));
  }
  const frame = track.frameAt(time);
  return [-step, step].flatMap((by) =>
    steps.map((n) => {
      const at = frame + by * n;
      return at < 0 || at >= track.frameCount ? null : track.frameTime(at);
    }),
  );
}
