/** @file Image export. */

import { Button } from '../../../controls/Button.js';
import { CameraIcon } from '../../../controls/icons.js';
import { Section } from '../../../controls/Section.js';
import { Segmented } from '../../../controls/Segmented.js';
import { Select } from '../../../controls/Select.js';
import { Toggle } from '../../../controls/Toggle.js';
import { setView, useStudio } from '../../../store/store.js';
import { exportPicture } from '../actions/export-picture.js';

export const SHAPES = [
  { value: 'stage', label: 'Viewport' },
  { value: 'square', label: 'Square' },
  { value: 'wide', label: '16 : 9' },
] as const;

const HEIGHTS = ['512', '720', '1080', '1440', '2160'].map((value) => ({ value, label: `${value} px high` }));

export function PictureExport() {
  const { pictureHeight, pictureShape, transparent } = useStudio(({ view }) => view.export);
  return (
    <Section title="Image">
      <Segmented
        label="Image aspect"
        value={pictureShape}
        options={SHAPES}
        onChange={(shape) => setView('export', { pictureShape: shape })}
      />
      <Select
        label="Image size"
        value={String(pictureHeight)}
        options={HEIGHTS}
        onChange={(height) => setView('export', { pictureHeight: Number(height) })}
      />
      <Toggle
        label="Transparent background"
        value={transparent}
        onChange={(on) => setView('export', { transparent: on })}
      />
      <Button wide icon={<CameraIcon />} onClick={() => void exportPicture()}>
        Save PNG
      </Button>
    </Section>
  );
}
