/** @file The motion panel: the gallery, clips, the new clip or clip edits, display options. */

import { lazy, Suspense } from 'react';
import { Button } from '../../../controls/Button.js';
import { VideoIcon } from '../../../controls/icons.js';
import { recipeOf } from '../../../store/document.js';
import { documentOf, useStudio } from '../../../store/store.js';
import { openVideoFromDialog } from '../../video/actions/choose-video.js';
import { useTrack } from '../actions/motion-track.js';
import { ClipList } from './ClipList.js';
import { ClipTools } from './ClipTools.js';
import { MotionDisplay } from './MotionDisplay.js';
import { MotionGallery } from './MotionGallery.js';
import { MotionStyleTools } from './MotionStyleTools.js';
import { SketchTools } from './SketchTools.js';
import './motion.css';

const VideoPanel = lazy(() =>
  import('../../video/panel/VideoPanel.js').then((module) => ({ default: module.VideoPanel })),
);

export function MotionPanel() {
  const track = useTrack();
  const video = useStudio(({ view }) => view.video);
  if (!track) return <p className="hint">Open a file or a sample creature.</p>;
  if (video) {
    return (
      <Suspense fallback={null}>
        <VideoPanel video={video} />
      </Suspense>
    );
  }
  const recipe = track.clip && recipeOf(track.clip);
  return (
    <>
      <h2>Motion</h2>
      <MotionGallery />
      <VideoButton />
      {recipe && <MotionStyleTools recipe={recipe} />}
      <ClipList />
      {track.clip ? <ClipTools clip={track.clip} /> : <SketchTools />}
      <MotionDisplay />
    </>
  );
}

/** Motion from a video; hidden where there is no surface to look for. */
function VideoButton() {
  const skinned = useStudio((state) => documentOf(state)?.model.skin !== undefined);
  if (!skinned) return null;
  return (
    <Button
      wide
      icon={<VideoIcon />}
      title="MP4, WebM, MOV or GIF of this creature, or its frames as PNG; dropping it does the same"
      onClick={() => void openVideoFromDialog()}
    >
      From a video…
    </Button>
  );
}
