/** @file The clip selector of the timeline. */

import { documentOf, useStudio } from '../../../store/store.js';
import { clipLabel } from '../actions/motion-clips.js';
import { useTrack } from '../actions/motion-track.js';
import { chooseClip } from '../actions/playback.js';

export function ClipChoice() {
  const clips = useStudio((state) => documentOf(state)?.model.clips);
  const sketch = useStudio((state) => documentOf(state)?.sketch.name);
  const chosen = useStudio(({ view }) => view.motion.clip);
  const inSketch = useTrack()?.clip === undefined;
  return (
    <select
      className="input tl-clip"
      aria-label="Clip on the timeline"
      value={inSketch ? 'sketch' : String(chosen)}
      onChange={({ target: { value } }) => chooseClip(value === 'sketch' ? 'sketch' : Number(value))}
    >
      <option value="sketch">New: {sketch}</option>
      {clips && clips.length > 0 && (
        <optgroup label="Clips">
          {clips.map((clip, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: clips are identified by index
            <option key={i} value={i}>
              {clipLabel(clip, i)}
            </option>
          ))}
        </optgroup>
      )}
    </select>
  );
}
