/** @file The motion panel: the gallery, clips, the new clip or clip edits, display options. */

import { recipeOf } from '../../../store/document.js';
import { useTrack } from '../actions/motion-track.js';
import { ClipList } from './ClipList.js';
import { ClipTools } from './ClipTools.js';
import { MotionDisplay } from './MotionDisplay.js';
import { MotionGallery } from './MotionGallery.js';
import { MotionStyleTools } from './MotionStyleTools.js';
import { SketchTools } from './SketchTools.js';
import './motion.css';

export function MotionPanel() {
  const track = useTrack();
  if (!track) return <p className="hint">Open a file or a sample creature.</p>;
  const recipe = track.clip && recipeOf(track.clip);
  return (
    <>
      <h2>Motion</h2>
      <MotionGallery />
      {recipe && <MotionStyleTools recipe={recipe} />}
      <ClipList />
      {track.clip ? <ClipTools clip={track.clip} /> : <SketchTools />}
      <MotionDisplay />
    </>
  );
}
