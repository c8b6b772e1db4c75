/** @file The bar above the tracks: clip, playback, loop and speed, keyframes, display options. */

import { useEffect, useRef } from 'react';
import { Button } from '../../../controls/Button.js';
import { IconButton } from '../../../controls/IconButton.js';
import {
  CameraIcon,
  FootIcon,
  GhostIcon,
  GridIcon,
  LoopIcon,
  PauseIcon,
  PlayIcon,
  StepBackIcon,
  StepForwardIcon,
  TrashIcon,
} from '../../../controls/icons.js';
import { type StudioState, setView, useStudio } from '../../../store/store.js';
import type { MotionView } from '../../../store/views/motion-view.js';
import { deleteKeys, setKey } from '../actions/motion-sketch.js';
import { trackOf, useTrack } from '../actions/motion-track.js';
import { seekEnd, seekStart, stepFrames, togglePlay } from '../actions/playback.js';
import { ClipChoice } from './ClipChoice.js';
import { EndIcon, FilledKeyIcon, PathIcon, StartIcon } from './motion-icons.js';

const SPEEDS = [0.1, 0.25, 0.5, 1, 1.5, 2, 4] as const;

export function Transport() {
  const track = useTrack();
  const playing = useStudio(({ view }) => view.motion.playing);
  const empty = !track || !(track.duration > 0);
  return (
    <div className="tl-bar" role="toolbar" aria-label="Playback">
      <ClipChoice />
      <span className="tl-group">
        <IconButton label="Go to start" title="Go to start (Home)" icon={<StartIcon />} onClick={seekStart} />
        <IconButton
          label="Step back"
          title="Previous frame (←)"
          icon={<StepBackIcon />}
          onClick={() => stepFrames(-1)}
        />
        <span className={playing ? 'tl-play playing' : 'tl-play'}>
          <IconButton
            label={playing ? 'Pause' : 'Play'}
            title={`${playing ? 'Pause' : 'Play'} (Space)`}
            icon={playing ? <PauseIcon /> : <PlayIcon />}
            onClick={togglePlay}
            disabled={empty}
          />
        </span>
        <IconButton
          label="Step forward"
          title="Next frame (→)"
          icon={<StepForwardIcon />}
          onClick={() => stepFrames(1)}
        />
        <IconButton label="Go to end" title="Go to end (End)" icon={<EndIcon />} onClick={seekEnd} />
      </span>
      <LoopAndSpeed />
      <TimeReadout />
      <span className="spacer" />
      <KeyButtons />
      <StageSwitches />
    </div>
  );
}

function LoopAndSpeed() {
  const loop = useStudio(({ view }) => view.motion.loop);
  const speed = useStudio(({ view }) => view.motion.speed);
  return (
    <span className="tl-group">
      <IconButton
        label="Loop"
        icon={<LoopIcon />}
        pressed={loop}
        onClick={() => setView('motion', { loop: !loop })}
      />
      <select
        className="input tl-speed"
        aria-label="Playback speed"
        title="Playback speed; does not change the clip"
        value={speed}
        onChange={(event) => setView('motion', { speed: Number(event.target.value) })}
      >
        {SPEEDS.map((value) => (
          <option key={value} value={value}>
            {value}×
          </option>
        ))}
      </select>
    </span>
  );
}

function KeyButtons() {
  const inSketch = useTrack()?.clip === undefined;
  const selected = useStudio(({ view }) => view.motion.selectedKeys.length);
  const ownPose = useStudio(({ view }) => view.scene.preview === null);
  return (
    <span className="tl-group tl-insert">
      {inSketch && selected > 0 && (
        <IconButton
          label={selected > 1 ? 'Delete keyframes' : 'Delete keyframe'}
          title="Delete the selected keyframes (Delete)"
          icon={<TrashIcon />}
          onClick={deleteKeys}
        />
      )}
      <Button
        kind={ownPose ? 'primary' : 'plain'}
        icon={<FilledKeyIcon />}
        label="Insert keyframe"
        title={
          inSketch
            ? 'Insert the current pose as a keyframe at the playhead (K)'
            : 'Change the clip to pass through the current pose (K)'
        }
        onClick={setKey}
      >
        Insert keyframe
      </Button>
    </span>
  );
}

const SWITCHES = [
  { part: 'dopeSheet', label: 'Dope sheet', title: 'Show keyframes per limb', icon: <GridIcon /> },
  { part: 'ghosts', label: 'Onion skinning', title: 'Show poses before and after', icon: <GhostIcon /> },
  { part: 'path', label: 'Motion path', title: 'Show the path of the selected joint', icon: <PathIcon /> },
  { part: 'showContacts', label: 'Contacts', title: 'Show ground contacts', icon: <FootIcon /> },
  { part: 'follow', label: 'Follow', title: 'The camera follows the body', icon: <CameraIcon /> },
] as const satisfies readonly {
  part: keyof MotionView;
  label: string;
  title: string;
  icon: React.ReactNode;
}[];

function StageSwitches() {
  const motion = useStudio(({ view }) => SWITCHES.map(({ part }) => (view.motion[part] ? 1 : 0)).join(''));
  return (
    <span className="tl-group tl-switches">
      {SWITCHES.map(({ part, label, title, icon }, i) => (
        <IconButton
          key={part}
          label={label}
          title={title}
          icon={icon}
          pressed={motion[i] === '1'}
          onClick={() => setView('motion', { [part]: motion[i] !== '1' })}
        />
      ))}
    </span>
  );
}

/** Frames count from 0; beyond the last keyframe there is nothing to count to. */
const frameText = (frame: number, count: number): string =>
  count > 1 && frame < count ? `frame ${frame} of ${count - 1}` : `frame ${frame}`;

/** Time and frame at the playhead; written without React, since it changes every frame. */
function TimeReadout() {
  const time = useRef<HTMLSpanElement>(null);
  const frame = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const write = (state: StudioState) => {
      const track = trackOf(state);
      if (!track || !time.current || !frame.current) return;
      const { time: now } = state.view.motion;
      time.current.textContent = `${now.toFixed(2)} / ${track.duration.toFixed(2)} s`;
      frame.current.textContent = frameText(track.frameAt(now), track.frameCount);
    };
    write(useStudio.getState());
    return useStudio.subscribe((state, before) => {
      if (state.view.motion !== before.view.motion || state.history !== before.history) write(state);
    });
  }, []);
  return (
    <span className="tl-readout">
      <span ref={time} className="tl-seconds" />
      <span ref={frame} className="tl-frame" />
    </span>
  );
}
