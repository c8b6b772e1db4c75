/** @file The joints whose place is odd in a body so posed, the worst first. */

import { setView, skeletonOf, useStudio } from '../../../store/store.js';

/** Joints that are shown, at most. */
const MOST = 4;
/** The oddness at which a bar is full. */
const FULL = 2.5;

export function UnnaturalJoints() {
  const odd = useStudio(({ view }) => view.pose.measure?.joints);
  const names = useStudio((state) => skeletonOf(state)?.names);
  const selected = useStudio(({ view }) => view.scene.selected);
  if (!odd || !names || odd.length !== names.length) return null;
  const worst = [...odd.keys()].filter((j) => odd[j] > 1).sort((a, b) => odd[b] - odd[a]);
  if (worst.length === 0) return null;
  return (
    <ul className="unnatural-joints" aria-label="Odd joints">
      {worst.slice(0, MOST).map((joint) => (
        <li key={joint}>
          <button
            type="button"
            className="unnatural-joint"
            aria-pressed={joint === selected}
            aria-label={`Select ${names[joint]}`}
            onClick={() => setView('scene', { selected: joint })}
            onPointerEnter={() => setView('scene', { hovered: joint })}
            onPointerLeave={() => setView('scene', { hovered: -1 })}
          >
            <span className="unnatural-name">{names[joint]}</span>
            <span className="unnatural-bar" aria-hidden="true">
              <span style={{ width: `${Math.min(1, odd[joint] / FULL) * 100}%` }} />
            </span>
            <span className="unnatural-figure">{odd[joint].toFixed(1)}</span>
          </button>
        </li>
      ))}
      {worst.length > MOST && <li className="hint">and {worst.length - MOST} more</li>}
    </ul>
  );
}
