/** @file One line on the pose space: still on its way, what it was taught, or else what to do with it. */

import { useStudio } from '../../../store/store.js';

export function PoseSpaceStatus({ idle }: { readonly idle: string }) {
  const space = useStudio(({ view }) => view.pose.space);
  const movable = useStudio(({ view }) => view.scene.facts !== null);
  if (!space) {
    return (
      <p className="space-status learning" role="status">
        <span className="spinner" aria-hidden="true" />
        {movable ? 'Learning how it moves… you can pose it already.' : 'Getting ready…'}
      </p>
    );
  }
  const { exampleCount } = space;
  return (
    <p className="space-status" role="status">
      {exampleCount > 0
        ? `Knows ${exampleCount} ${exampleCount === 1 ? 'pose' : 'poses'} from this file’s clips.`
        : idle}
    </p>
  );
}
