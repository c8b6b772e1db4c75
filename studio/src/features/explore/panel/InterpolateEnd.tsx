/** @file The first or last pose of an interpolation: thumbnail, source, and position in its clip. */

import { useId } from 'react';
import { percent, Slider } from '../../../controls/Slider.js';
import { documentOf, useStudio } from '../../../store/store.js';
import type { PoseSource } from '../../../store/views/explore-view.js';
import { PoseThumb } from '../../pose/panel/PoseThumb.js';
import { chooseEnd } from '../actions/explore-interpolate.js';
import { listSources } from '../actions/pose-sources.js';

/** Thumbnail size, pixels. */
const THUMB = 200;
export function InterpolateEnd({
  end,
  label,
  source,
}: {
  readonly end: 'from' | 'to';
  readonly label: string;
  readonly source: PoseSource | null;
}) {
  const id = useId();
  const document = useStudio(documentOf);
  const samples = useStudio(({ view }) => view.explore.samples);
  if (!document) return null;
  const groups = listSources(document, samples);
  return (
    <div className="interpolate-end">
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <div className="interpolate-picture">
        {source ? (
          <PoseThumb pose={source.pose} size={THUMB} label={source.name} />
        ) : (
          <span>Choose a pose</span>
        )}
      </div>
      <select
        id={id}
        className="input"
        value={source?.id ?? ''}
        onChange={(event) => chooseEnd(end, event.target.value)}
      >
        <option value="" disabled>
          Choose…
        </option>
        {groups.map((group) => (
          <optgroup key={group.label} label={group.label}>
            {group.options.map((option) => (
              <option key={option.id} value={option.id}>
                {option.name}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      {source?.at !== undefined && (
        <Slider
          label="Time"
          value={source.at}
          format={percent}
          title="Position in the clip"
          onChange={(at) => chooseEnd(end, source.id, at)}
        />
      )}
    </div>
  );
}
