/** @file Video export: a turntable or a clip. */

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
    <Section title="Video">
      <Segmented
        label="Video content"
        value={video}
        options={WHAT}
        onChange={(what) => set({ video: what })}
      />
      {video === 'turntable' ? (
        <Slider
          label="Turntable duration"
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
            label="Video clip"
            value={clip}
            options={clips.map((name) => ({ value: name, label: name }))}
            onChange={setWanted}
          />
          <Toggle
            label="Camera follows"
            value={cameraFollows}
            title="Follows the body from its front left; otherwise the video has the view of the stage"
            onChange={(follows) => set({ cameraFollows: follows })}
          />
        </>
      ) : (
        <p className="hint">No clips yet. Create one in Motion.</p>
      )}
      <Segmented
        label="Video format"
        value={videoFormat}
        options={VIDEO_FORMATS}
        onChange={(format) => set({ videoFormat: format, videoHeight: format === 'gif' ? 360 : 720 })}
      />
      <Segmented
        label="Video aspect"
        value={pictureShape}
        options={SHAPES}
        onChange={(shape) => set({ pictureShape: shape })}
      />
      <Select
        label="Video size"
        value={String(videoHeight)}
        options={HEIGHTS}
        onChange={(height) => set({ videoHeight: Number(height) })}
      />
      <Button
        wide
        icon={<VideoIcon />}
        disabled={video === 'clip' && clips.length === 0 && 'There is no clip; add one in Motion'}
        onClick={() => void exportVideo(clip)}
      >
        Save {videoFormat === 'gif' ? 'GIF' : 'MP4'}
      </Button>
    </Section>
  );
}
