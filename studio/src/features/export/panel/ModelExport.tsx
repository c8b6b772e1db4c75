/** @file Model export: format, clips, pose, bone names. */

import type { NameConvention } from 'posespace/rig';
import { Button } from '../../../controls/Button.js';
import { DownloadIcon } from '../../../controls/icons.js';
import { Section } from '../../../controls/Section.js';
import { Select } from '../../../controls/Select.js';
import { Toggle } from '../../../controls/Toggle.js';
import { documentOf, setView, useStudio } from '../../../store/store.js';
import type { ExportView, ModelFormat } from '../../../store/views/export-view.js';
import { exportModel, POSABLE } from '../actions/export-file.js';
import { ClipCheckList } from './ClipCheckList.js';
import { FORMATS } from './format-facts.js';

const NAMES: Readonly<Record<NameConvention | 'unchanged', string>> = {
  unchanged: 'Unchanged',
  native: 'posespace',
  mixamo: 'Mixamo',
  vrm: 'VRM',
  unity: 'Unity',
  unreal: 'Unreal',
  godot: 'Godot',
};

const optionsOf = <Value extends string>(labels: Readonly<Record<Value, string>>) =>
  (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }));

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
          label="Bone names"
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
