/** @file The panel of an open video: place the body in the first frame, fit, look, accept. */

import { Button } from '../../../controls/Button.js';
import { Field } from '../../../controls/Field.js';
import { IconButton } from '../../../controls/IconButton.js';
import { CheckIcon, CloseIcon, ResetIcon, SparkleIcon } from '../../../controls/icons.js';
import { NumberField } from '../../../controls/NumberField.js';
import { Section } from '../../../controls/Section.js';
import { Segmented } from '../../../controls/Segmented.js';
import { percent, Slider } from '../../../controls/Slider.js';
import { changeVideo } from '../../../store/store.js';
import type { VideoView } from '../../../store/views/video-view.js';
import { acceptMotion, followVideo } from '../actions/follow-video.js';
import { changePart } from '../actions/open-video.js';
import { chooseFirstPose, GOOD_OVERLAP, placeAutomatically } from '../actions/place-body.js';
import { closeVideo } from '../actions/video-source.js';
import { JointConfidence } from './JointConfidence.js';

/** Shortest part that can be fitted, seconds, and the longest that can be chosen. */
const SHORTEST = 0.1;
const LATEST = 3600;

export function VideoPanel({ video }: { readonly video: VideoView }) {
  return (
    <>
      <div className="video-title">
        <h2>From a video</h2>
        <IconButton label="Close the video" icon={<CloseIcon />} onClick={closeVideo} />
      </div>
      <p className="hint">
        {video.name}: {video.frames.length} frames, {Math.round(video.frameRate * 10) / 10} a second
      </p>
      <PartSection video={video} />
      <PlaceSection video={video} />
      <DisplaySection video={video} />
      <FitSection video={video} />
    </>
  );
}

function PartSection({ video: { part, fitting } }: { readonly video: VideoView }) {
  const rounded = (seconds: number) => Math.round(seconds * 100) / 100;
  return (
    <Section title="Part" folds startsFolded>
      <NumberField
        label="From"
        unit="s"
        value={rounded(part.start)}
        min={0}
        max={LATEST}
        step={0.1}
        disabled={fitting}
        onChange={(start) => void changePart({ start, end: Math.max(part.end, start + SHORTEST) })}
      />
      <NumberField
        label="To"
        unit="s"
        value={rounded(part.end)}
        min={SHORTEST}
        max={LATEST}
        step={0.1}
        disabled={fitting}
        onChange={(end) => void changePart({ start: part.start, end })}
      />
    </Section>
  );
}

function PlaceSection({ video: { startsIn, tool, overlap, stage, fitting } }: { readonly video: VideoView }) {
  return (
    <Section title="1. Place the body over the first frame">
      <p className={`video-overlap ${overlap < GOOD_OVERLAP ? 'poor' : 'good'}`} role="status">
        {stage ? `Outlines overlap by ${percent(overlap)}` : 'Looking for the creature…'}
      </p>
      {stage && overlap < GOOD_OVERLAP && (
        <p className="hint">
          Drag it over the creature in the picture, or say that the video starts in another pose.
        </p>
      )}
      <Field label="Drag to">
        <Segmented
          label="Drag to"
          value={tool}
          disabled={fitting}
          options={[
            { value: 'move', label: 'Move', title: 'Drag the body over the picture; arrow keys do too' },
            { value: 'turn', label: 'Turn', title: 'Drag to turn the body' },
            { value: 'scale', label: 'Scale', title: 'Drag up for larger; the wheel does too' },
          ]}
          onChange={(next) => changeVideo({ tool: next })}
        />
      </Field>
      <Field label="Starts in">
        <Segmented
          label="The video starts in"
          value={startsIn}
          disabled={fitting}
          options={[
            { value: 'rest', label: 'Rest', title: 'The first frame shows the rest pose' },
            { value: 'shown', label: 'Current', title: 'The first frame shows the pose on the stage' },
          ]}
          onChange={(next) => void chooseFirstPose(next)}
        />
      </Field>
      <Button
        icon={<ResetIcon />}
        disabled={fitting ? 'The fit is running' : false}
        onClick={() => void placeAutomatically()}
      >
        Place automatically
      </Button>
    </Section>
  );
}

function DisplaySection({ video: { layout, opacity } }: { readonly video: VideoView }) {
  return (
    <Section title="Compare">
      <Segmented
        label="Layout"
        value={layout}
        options={[
          { value: 'overlay', label: 'Overlay', title: 'The body over the video' },
          { value: 'side', label: 'Side by side', title: 'The body beside the video' },
        ]}
        onChange={(next) => changeVideo({ layout: next })}
      />
      {layout === 'overlay' && (
        <Slider
          label="Opacity of the body"
          value={opacity}
          format={percent}
          onChange={(next) => changeVideo({ opacity: next })}
        />
      )}
    </Section>
  );
}

function FitSection({ video }: { readonly video: VideoView }) {
  const { stage, fitting, fit } = video;
  const mean = fit && fit.overlaps.reduce((sum, one) => sum + one, 0) / fit.overlaps.length;
  return (
    <Section title="2. Fit the motion">
      <Button
        wide
        kind={fit ? 'plain' : 'primary'}
        icon={<SparkleIcon />}
        disabled={fitting ? 'The fit is running' : stage ? false : 'Place the body first'}
        onClick={() => void followVideo()}
      >
        {fit ? 'Fit again' : 'Fit'}
      </Button>
      {fit && mean !== null && (
        <>
          <p className={`video-overlap ${mean < GOOD_OVERLAP ? 'poor' : 'good'}`} role="status">
            Outlines overlap by {percent(mean)} on average
          </p>
          <JointConfidence fit={fit} frame={video.frame} />
          <Button wide kind="primary" icon={<CheckIcon />} onClick={acceptMotion}>
            Accept as a clip
          </Button>
        </>
      )}
    </Section>
  );
}
