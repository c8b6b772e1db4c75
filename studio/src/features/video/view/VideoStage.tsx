/** @file The open video over the stage: its frame with the body over it or beside it, and a strip of all frames below. */

import { useEffect, useRef } from 'react';
import { IconButton } from '../../../controls/IconButton.js';
import { PauseIcon, PlayIcon } from '../../../controls/icons.js';
import { percent } from '../../../controls/Slider.js';
import { changeVideo, useStudio } from '../../../store/store.js';
import type { VideoView } from '../../../store/views/video-view.js';
import type { BodyPicture } from '../../../workers/worker-protocol.js';
import { playVideo, showFrame } from '../actions/follow-video.js';
import { isSeen } from '../actions/joint-confidence.js';
import { dragBody, nudgeBody, wheelBody } from './video-pointer.js';
import './video.css';

export function VideoStage() {
  const video = useStudio(({ view }) => view.video);
  if (!video) return null;
  const { layout, frames, frame } = video;
  const shape = { aspectRatio: `${video.width} / ${video.height}` };
  return (
    <section className="video-stage" aria-label="Video">
      <div className={`video-pictures ${layout}`}>
        <figure className="video-picture" style={shape}>
          <img src={frames[frame]} alt={`Frame ${frame + 1} of the video`} draggable={false} />
          {layout === 'overlay' && <BodyCanvas video={video} />}
        </figure>
        {layout === 'side' && (
          <figure className="video-picture plain" style={shape}>
            <BodyCanvas video={video} />
          </figure>
        )}
      </div>
      <FrameStrip video={video} />
    </section>
  );
}

/** The body as the camera sees it. Before the fit it is dragged to where it stands. */
function BodyCanvas({ video }: { readonly video: VideoView }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { picture, layout, opacity, fit, fitting, frame, tool, stage } = video;
  useEffect(() => {
    if (canvas.current && picture) draw(canvas.current, picture);
  }, [picture]);
  const placing = stage !== null && !fitting && !fit && frame === 0;
  return (
    <div className="video-body" style={{ opacity: layout === 'overlay' ? opacity : 1 }}>
      <canvas
        ref={canvas}
        aria-label="The body in the frame: drag it, or use arrow keys, + and −"
        className={placing ? `placing ${tool}` : ''}
        tabIndex={placing ? 0 : -1}
        onPointerDown={placing ? (event) => dragBody(event.nativeEvent, tool) : undefined}
        onWheel={placing ? (event) => wheelBody(event.nativeEvent) : undefined}
        onKeyDown={
          placing
            ? (event) => {
                if (!nudgeBody(event.key, tool)) return;
                event.preventDefault();
                event.stopPropagation();
              }
            : undefined
        }
      />
      {fit && picture && <JointDots video={video} picture={picture} />}
    </div>
  );
}

function draw(canvas: HTMLCanvasElement, { width, height, pixels }: BodyPicture): void {
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const data = new ImageData(new Uint8ClampedArray(pixels), width, height);
  canvas.getContext('2d')!.putImageData(data, 0, 0);
}

/** A dot per joint: filled where it is seen, hollow where it is guessed. */
function JointDots({ video, picture }: { readonly video: VideoView; readonly picture: BodyPicture }) {
  const { fit, frame } = video;
  const dots = [];
  for (let j = 0; j < picture.joints.length / 2; j++) {
    dots.push(
      <circle
        key={j}
        cx={picture.joints[2 * j] * picture.width}
        cy={picture.joints[2 * j + 1] * picture.height}
        r={picture.height / 110}
        className={fit && isSeen(fit, j, frame) ? 'seen' : 'guessed'}
      />,
    );
  }
  return (
    <svg className="video-joint-dots" viewBox={`0 0 ${picture.width} ${picture.height}`} aria-hidden="true">
      {dots}
    </svg>
  );
}

/** Play, a slider over all frames, and how well each of them fits. */
function FrameStrip({ video }: { readonly video: VideoView }) {
  const { frames, frame, playing, fitting, fit } = video;
  const choose = (next: number) => {
    changeVideo({ playing: false });
    void showFrame(next);
  };
  return (
    <div className="video-strip">
      <IconButton
        label={playing ? 'Pause the video' : 'Play the video'}
        icon={playing ? <PauseIcon /> : <PlayIcon />}
        disabled={fitting || !fit}
        title={fit ? undefined : 'Fit the motion first'}
        onClick={() => (playing ? changeVideo({ playing: false }) : void playVideo())}
      />
      <div className="video-frames">
        {fit && (
          <div className="video-overlaps" aria-hidden="true">
            {Array.from(fit.overlaps, (overlap, f) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: a frame is its index.
                key={f}
                className={overlap < 0.75 ? 'poor' : ''}
                style={{ height: `${Math.max(8, overlap * 100)}%` }}
              />
            ))}
          </div>
        )}
        <input
          type="range"
          aria-label="Frame"
          min={0}
          max={frames.length - 1}
          step={1}
          value={frame}
          disabled={fitting || !fit}
          aria-valuetext={`Frame ${frame + 1} of ${frames.length}`}
          onChange={(event) => choose(event.target.valueAsNumber)}
        />
      </div>
      <output className="video-count">
        {frame + 1} / {frames.length}
        {fit && <span> · {percent(fit.overlaps[frame])}</span>}
      </output>
    </div>
  );
}
