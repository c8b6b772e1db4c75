/** @file The limbs of the body with how sure each is; a click selects one, so that it can be said what it is. */

import { type Anatomy, CONFIDENCE, levelOf } from 'posespace/rig';
import { useMemo } from 'react';
import { ListRow } from '../../../controls/ListRow.js';
import { listLimbs } from '../../../store/limbs.js';
import { setView, useStudio } from '../../../store/store.js';
import { LimbChoice } from './LimbChoice.js';

export function LimbList({ anatomy }: { readonly anatomy: Anatomy }) {
  const selected = useStudio(({ view }) => view.scene.selected);
  const limbs = useMemo(() => listLimbs(anatomy), [anatomy]);
  return (
    <>
      {limbs.length > 0 && (
        <ul className="list" aria-label="Limbs">
          {limbs.map(({ name, joints }) => {
            const least = Math.min(...joints.map((j) => anatomy.confidence[j]));
            const last = joints[joints.length - 1];
            return (
              <ListRow
                key={last}
                title={name}
                detail={least === CONFIDENCE.said ? 'set' : levelOf(least)}
                selected={joints.includes(selected)}
                onClick={() => setView('scene', { selected: last })}
                onHover={(over) => setView('scene', { hovered: over ? last : -1 })}
              />
            );
          })}
        </ul>
      )}
      {selected >= 0 && selected < anatomy.role.length && <LimbChoice joint={selected} />}
    </>
  );
}
