/** @file The motion panel: clips, the new clip or clip edits, display options. */

import { useTrack } from '../actions/motion-track.js';
import { ClipList } from './ClipList.js';
import { ClipTools } from './ClipTools.js';
import { MotionDisplay } from './MotionDisplay.js';
import { SketchTools } from './SketchTools.js';
import './motion.css';

export function MotionPanel() {
  const track = useTrack();
  if (!track) return <p className="hint">Open a file or a sample creature.</p>;
  return (
    <>
      <ClipList />
      {track.clip ? <ClipTools clip={track.clip} /> : <SketchTools />}
      <MotionDisplay />
    </>
  );
}
