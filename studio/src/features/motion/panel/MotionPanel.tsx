/** @file The motion panel: the clips there are, the one in the making, and what can be done to one. */

import { useTrack } from '../actions/motion-track.js';
import { ClipList } from './ClipList.js';
import { ClipTools } from './ClipTools.js';
import { MotionDisplay } from './MotionDisplay.js';
import { SketchTools } from './SketchTools.js';
import './motion.css';

export function MotionPanel() {
  const track = useTrack();
  if (!track) return <p className="hint">Open a creature to move it.</p>;
  return (
    <>
      <ClipList />
      {track.clip ? <ClipTools clip={track.clip} /> : <SketchTools />}
      <MotionDisplay />
    </>
  );
}
