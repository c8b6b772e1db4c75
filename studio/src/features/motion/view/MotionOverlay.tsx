/** @file What the motion panel draws on the stage: ghosts, the way of a joint, contacts; and a camera that goes along. */

import { useStudio } from '../../../store/store.js';
import { Follow } from './motion-follow.js';
import { Ghosts } from './motion-ghosts.js';
import { ContactPatches } from './motion-ground.js';
import { Path } from './motion-path.js';

export function MotionOverlay() {
  const inMotion = useStudio(({ view }) => view.mode === 'motion');
  const ghosts = useStudio(({ view }) => view.motion.ghosts);
  const path = useStudio(({ view }) => view.motion.path);
  const contacts = useStudio(({ view }) => view.motion.showContacts);
  const follow = useStudio(({ view }) => view.motion.follow);
  if (!inMotion) return null;
  return (
    <>
      {ghosts && <Ghosts />}
      {path && <Path />}
      {contacts && <ContactPatches />}
      {follow && <Follow />}
    </>
  );
}
