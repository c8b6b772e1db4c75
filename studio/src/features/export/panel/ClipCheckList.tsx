/** @file The clips to export: any number, or one where the format holds one. */

import { clipDuration } from 'posespace/motion';
import { useMemo } from 'react';
import { documentOf, setView, useStudio } from '../../../store/store.js';
import { exportableClips } from '../actions/export-file.js';

export function ClipCheckList({ one }: { readonly one: boolean }) {
  const document = useStudio(documentOf);
  const transitionProgress = useStudio(({ view }) => view.motion.transitionProgress !== null);
  const found = useStudio(({ view }) => view.motion.transitionCount);
  const { clipsLeftOut: leftOut, oneClip } = useStudio(({ view }) => view.export);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new transitions change the new clip
  const clips = useMemo(
    () => (document ? exportableClips(document) : []),
    [document?.model.clips, document?.sketch, found],
  );
  if (clips.length === 0) return <p className="hint">No clips yet. Create one in Motion.</p>;
  const names = clips.map(({ name }) => name);
  const chosen = one
    ? [names.includes(oneClip) ? oneClip : names[0]]
    : names.filter((name) => !leftOut.includes(name));
  const toggle = (name: string, on: boolean) => {
    if (one) setView('export', { oneClip: name });
    else
      setView('export', {
        clipsLeftOut: on ? leftOut.filter((other) => other !== name) : [...leftOut, name],
      });
  };
  return (
    <fieldset className="clip-list">
      <legend>
        {one ? 'Clip' : 'Clips'}{' '}
        <span className="hint">{one ? 'choose one' : `${chosen.length} of ${clips.length}`}</span>
      </legend>
      <div className="clip-rows">
        {clips.map((clip, i) => (
          <label key={clip.name} className="clip-row">
            <input
              type={one ? 'radio' : 'checkbox'}
              name="clip"
              checked={chosen.includes(clip.name)}
              onChange={(event) => toggle(clip.name, event.target.checked)}
            />
            <span className="list-title">{clip.name}</span>
            <span className="list-detail">
              {i >= (document?.model.clips.length ?? 0) ? 'new · ' : ''}
              {clipDuration(clip).toFixed(1)} s
            </span>
          </label>
        ))}
      </div>
      {transitionProgress && <p className="hint">Transitions between keyframes are still being computed.</p>}
    </fieldset>
  );
}
