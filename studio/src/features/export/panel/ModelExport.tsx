/** @file Model export: format, clips, pose, bone names. */

import { Button } from '../../../controls/Button.js';
import { DownloadIcon } from '../../../controls/icons.js';
import { Section } from '../../../controls/Section.js';
import { optionsOf, Select } from '../../../controls/Select.js';
import { Toggle } from '../../../controls/Toggle.js';
import { documentOf, setView, useStudio } from '../../../store/store.js';
import type { ExportView, ModelFormat } from '../../../store/views/export-view.js';
import { CONVENTIONS } from '../../rig/actions/convert-joint-names.js';
import { exportModel, POSABLE } from '../actions/export-file.js';
import { ClipCheckList } from './ClipCheckList.js';
import { FORMATS } from './export-formats.js';

const NAMES = { unchanged: 'Unchanged', ...CONVENTIONS } as const;

const FORMAT_OPTIONS = (Object.keys(FORMATS) as ModelFormat[]).map((value) => ({
  value,
  label: FORMATS[value].label,
}));

export function ModelExport() {
  const { format, posed, names, reduced } = useStudio(({ view }) => view.export);
  const hasSkeleton = useStudio((state) => documentOf(state)?.model.skeleton !== undefined);
  const set = (patch: Partial<ExportView>) => setView('export', patch);
  const { label, words, clips, hasBones } = FORMATS[format];
  return (
    <Section title="Model">
      <Select
        label="Format"
        value={format}
        options={FORMAT_OPTIONS}
        hint={words}
        onChange={(next) => set({ format: next })}
      />
      {clips !== 'none' && <ClipCheckList one={clips === 'one'} />}
      {hasBones && hasSkeleton && (
        <Select
          label="Joint names"
          value={names}
          options={optionsOf(NAMES)}
          onChange={(next) => set({ names: next })}
        />
      )}
      {POSABLE.has(format) && (
        <Toggle
          label="Export current pose"
          value={posed}
          title="Otherwise the rest pose is exported"
          onChange={(next) => set({ posed: next })}
        />
      )}
      {clips !== 'none' && (
        <Toggle
          label="Reduce keyframes"
          value={reduced}
          title="Removes frames that change no joint position by more than 0.1 % of the body size"
          onChange={(next) => set({ reduced: next })}
        />
      )}
      <Button kind="primary" wide icon={<DownloadIcon />} onClick={() => void exportModel(format)}>
        Export {label}
      </Button>
    </Section>
  );
}
