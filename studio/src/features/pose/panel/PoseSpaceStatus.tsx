/** @file One line on the state of the pose space: loading, fitted to clips, or a hint. */

import { useStudio } from '../../../store/store.js';

export function PoseSpaceStatus({ idle }: { readonly idle: string }) {
  const space = useStudio(({ view }) => view.pose.space);
  const movable = useStudio(({ view }) => view.scene.facts !== null);
  if (!space) {
    return (
      <p className="space-status learning" role="status">
        <span className="spinner" aria-hidden="true" />
        {movable ? 'Loading the pose space… you can already pose.' : 'Preparing…'}
      </p>
    );
  }
  const { exampleCount } = space;
  return (
    <p className="space-status" role="status">
      {exampleCount > 0
        ? `Fitted to ${exampleCount} ${exampleCount === 1 ? 'pose' : 'poses'} from this file’s clips.`
        : idle}
    </p>
  );
}
