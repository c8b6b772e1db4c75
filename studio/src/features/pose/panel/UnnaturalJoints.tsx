/** @file The most unnatural joints of the pose. */

import { setView, skeletonOf, useStudio } from '../../../store/store.js';

/** Most joints shown. */
const MOST = 4;
/** The score at which a bar is full. */
const FULL = 2.5;

export function UnnaturalJoints() {
  const scores = useStudio(({ view }) => view.pose.measure?.joints);
  const names = useStudio((state) => skeletonOf(state)?.names);
  const selected = useStudio(({ view }) => view.scene.selected);
  if (!scores || !names || scores.length !== names.length) return null;
  const worst = [...scores.keys()].filter((j) => scores[j] > 1).sort((a, b) => scores[b] - scores[a]);
  if (worst.length === 0) return null;
  return (
    <ul className="unnatural-joints" aria-label="Unnatural joints">
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
              <span style={{ width: `${Math.min(1, scores[joint] / FULL) * 100}%` }} />
            </span>
            <span className="unnatural-figure">{scores[joint].toFixed(1)}</span>
          </button>
        </li>
      ))}
      {worst.length > MOST && <li className="hint">and {worst.length - MOST} more</li>}
    </ul>
  );
}
