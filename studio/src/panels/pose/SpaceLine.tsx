/** @file One line on the pose space: still on its way, or what it knows. */

import { useStudio } from '../../state/store.js';

export function SpaceLine() {
  const space = useStudio(({ view }) => view.pose.space);
  const movable = useStudio(({ view }) => view.scene.facts !== null);
  if (!space) {
    return (
      <p className="space-line learning" role="status">
        <span className="spinner" aria-hidden="true" />
        {movable ? 'Learning how it moves… you can pose it already.' : 'Getting ready…'}
      </p>
    );
  }
  const { exampleCount } = space;
  return (
    <p className="space-line" role="status">
      {exampleCount > 0
        ? `Knows ${exampleCount} ${exampleCount === 1 ? 'pose' : 'poses'} from this file’s clips.`
        : 'Drag any joint, or any point of the surface.'}
    </p>
  );
}
