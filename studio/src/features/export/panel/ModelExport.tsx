/** @file The model as a file: format, clips, pose, names. */

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

const NAMES: Readonly<Record<NameConvention | 'kept', string>> = {
  kept: 'As they are',
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
          label="Leave it in this pose"
          value={posed}
          title="Else it stands as it does at rest"
          onChange={(next) => set({ posed: next })}
        />
      )}
      {clips !== 'none' && (
        <Toggle
          label="Fewer key frames"
          value={reduced}
          title="Leaves out frames that move no joint by a thousandth of the body"
          onChange={(next) => set({ reduced: next })}
        />
      )}
      <Button kind="primary" wide icon={<DownloadIcon />} onClick={() => void exportModel(format)}>
        Export {label}
      </Button>
    </Section>
  );
}
