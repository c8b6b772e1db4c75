/** @file The dope sheet: a row of keyframes per limb, each moved, copied and deleted on its own. */

import { useMemo } from 'react';
import { limbsOf } from '../../../store/limbs.js';
import { documentOf, useStudio } from '../../../store/store.js';
import { KeyLane, type LimbRow } from './KeyLane.js';
import type { TimeScale } from './time-scale.js';

export function DopeSheet({ scale }: { readonly scale: TimeScale }) {
  const isShown = useStudio(({ view }) => view.motion.dopeSheet);
  const model = useStudio((state) => documentOf(state)?.model);
  const hasKeys = useStudio((state) => (documentOf(state)?.sketch.keys.length ?? 0) > 0);
  const rows = useMemo(
    (): LimbRow[] => (model?.skeleton ? limbsOf(model).map((limb, index) => ({ ...limb, index })) : []),
    [model],
  );
  if (!isShown || !hasKeys) return null;
  return (
    <section className="tl-limbs" aria-label="Dope sheet">
      {rows.map((limb) => (
        <KeyLane key={limb.index} scale={scale} limb={limb} />
      ))}
    </section>
  );
}
