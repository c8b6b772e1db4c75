/** @file A video: once around the creature, or a clip. */

import { useState } from 'react';
import { Button } from '../../../controls/Button.js';
import { VideoIcon } from '../../../controls/icons.js';
import { Section } from '../../../controls/Section.js';
import { Segmented } from '../../../controls/Segmented.js';
import { Select } from '../../../controls/Select.js';
import { Slider } from '../../../controls/Slider.js';
import { Toggle } from '../../../controls/Toggle.js';
import { documentOf, setView, useStudio } from '../../../store/store.js';
import type { ExportView } from '../../../store/views/export-view.js';
import { exportableClipNames } from '../actions/export-file.js';
import { exportVideo } from '../actions/export-video.js';
import { SHAPES } from './PictureExport.js';

const WHAT = [
  { value: 'turntable', label: 'Turntable' },
  { value: 'clip', label: 'Clip' },
] as const;

const VIDEO_FORMATS = [
  { value: 'mp4', label: 'MP4' },
  { value: 'gif', label: 'GIF' },
] as const;

const HEIGHTS = ['240', '360', '480', '720', '1080'].map((value) => ({ value, label: `${value} px high` }));

export function VideoExport() {
  const { video, videoFormat, videoHeight, turntableSeconds, cameraFollows, pictureShape } = useStudio(
    ({ view }) => view.export,
  );
  const document = useStudio(documentOf);
  const [wanted, setWanted] = useState('');
  const clips = document ? exportableClipNames(document) : [];
  const clip = clips.includes(wanted) ? wanted : (clips[0] ?? '');
  const set = (patch: Partial<ExportView>) => setView('export', patch);
  return (
    <Section title="Film">
      <Segmented
        label="What is filmed"
        value={video}
        options={WHAT}
        onChange={(what) => set({ video: what })}
      />
      {video === 'turntable' ? (
        <Slider
          label="One turn"
          value={turntableSeconds}
          min={2}
          max={20}
          step={1}
          format={(seconds) => `${seconds} s`}
          onChange={(seconds) => set({ turntableSeconds: seconds })}
        />
      ) : clips.length > 0 ? (
        <>
          <Select
            label="Filmed clip"
            value={clip}
            options={clips.map((name) => ({ value: name, label: name }))}
            onChange={setWanted}
          />
          <Toggle
            label="Camera goes along"
            value={cameraFollows}
            title="From the front left, wherever the body goes; else from where the stage is seen"
            onChange={(follows) => set({ cameraFollows: follows })}
          />
        </>
      ) : (
        <p className="hint">It has no clips yet; make one in Motion.</p>
      )}
      <Segmented
        label="Film format"
        value={videoFormat}
        options={VIDEO_FORMATS}
        onChange={(format) => set({ videoFormat: format, videoHeight: format === 'gif' ? 360 : 720 })}
      />
      <Segmented
        label="Shape of the video"
        value={pictureShape}
        options={SHAPES}
        onChange={(shape) => set({ pictureShape: shape })}
      />
      <Select
        label="Film size"
        value={String(videoHeight)}
        options={HEIGHTS}
        onChange={(height) => set({ videoHeight: Number(height) })}
      />
      <Button
        wide
        icon={<VideoIcon />}
        disabled={video === 'clip' && clips.length === 0}
        onClick={() => void exportVideo(clip)}
      >
        Save {videoFormat === 'gif' ? 'GIF' : 'MP4'}
      </Button>
    </Section>
  );
}
