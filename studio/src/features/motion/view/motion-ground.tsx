/** @file Contacts on the stage: a patch on the ground under each foot, filled while it touches. */

import type { ClipContacts, ContactTrack } from 'posespace/motion';
import type { Skeleton } from 'posespace/rig';
import { useCallback, useEffect, useMemo } from 'react';
import { CircleGeometry, Group, Mesh, MeshBasicMaterial, RingGeometry } from 'three';
import { type StudioState, shownPose, skeletonOf, useStudio } from '../../../store/store.js';
import type { Track } from '../actions/motion-track.js';
import { jointPath } from './motion-joint-path.js';
import { useTime } from './motion-use-time.js';

/** Radius of a patch, as a share of the body height. */
const SIZE = 0.045;
const COLOR = '#7bc47f';

export function ContactPatches() {
  const contacts = useStudio(({ view }) => view.motion.contacts);
  const skeleton = useStudio(skeletonOf);
  if (!contacts || !skeleton || contacts.tracks.length === 0) return null;
  return <Patches contacts={contacts} skeleton={skeleton} />;
}

function Patches({ contacts, skeleton }: { readonly contacts: ClipContacts; readonly skeleton: Skeleton }) {
  const parts = useMemo(() => createParts(contacts), [contacts]);
  useEffect(() => () => parts.free(), [parts]);
  useTime(
    useCallback(
      (track: Track, time: number, state: StudioState) => {
        const pose = shownPose(state);
        if (!pose) return;
        contacts.tracks.forEach((one, i) => {
          const [x, , z] = jointPath(skeleton, [pose], one.joint);
          const touches = isTouching(one, track.start + time, contacts.loop ? track.duration : 0);
          parts.patches[i].visible = touches;
          parts.marks[i].position.set(x, 0, z);
          parts.rings[i].material.opacity = touches ? 0.95 : 0.25;
        });
      },
      [contacts, skeleton, parts],
    ),
  );
  return <primitive object={parts.group} />;
}

/** Whether a joint is in contact at a time of the clip; a contact may run over the end of a loop. */
function isTouching({ spans }: ContactTrack, time: number, loop: number): boolean {
  return spans.some(
    ({ start, end }) =>
      (time >= start && time <= end) || (loop > 0 && time + loop >= start && time + loop <= end),
  );
}

function createParts({ tracks, ground, height }: ClipContacts) {
  const group = new Group();
  // Slightly above the ground, against z-fighting.
  group.position.y = ground + height * 0.002;
  // Visible through the foot above it.
  const style = { color: COLOR, transparent: true, depthTest: false, depthWrite: false };
  const circle = new CircleGeometry(height * SIZE, 32).rotateX(-Math.PI / 2);
  const ring = new RingGeometry(height * SIZE * 0.9, height * SIZE, 40).rotateX(-Math.PI / 2);
  const marks = tracks.map(() => new Group());
  const patches = tracks.map(() => new Mesh(circle, new MeshBasicMaterial({ ...style, opacity: 0.4 })));
  const rings = tracks.map(() => new Mesh(ring, new MeshBasicMaterial({ ...style })));
  marks.forEach((mark, i) => {
    for (const part of [patches[i], rings[i]]) {
      part.raycast = () => undefined;
      part.renderOrder = 1;
      mark.add(part);
    }
    group.add(mark);
  });
  const free = () => {
    circle.dispose();
    ring.dispose();
    for (const { material } of [...patches, ...rings]) material.dispose();
  };
  return { group, marks, patches, rings, free };
}
