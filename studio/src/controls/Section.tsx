/** @file A titled part of a panel, collapsible where `folds` is set. */

import { type ReactNode, useId, useState } from 'react';
import { ChevronIcon } from './icons.js';

export interface SectionProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** Buttons at the right end of the heading. */
  readonly actions?: ReactNode;
  /** Whether it can be folded away. */
  readonly folds?: boolean;
  readonly startsFolded?: boolean;
}

export function Section({ title, children, actions, folds = false, startsFolded = false }: SectionProps) {
  const [folded, setFolded] = useState(folds && startsFolded);
  const id = useId();
  return (
    <section className="section" aria-label={title}>
      <div className="section-head">
        <h3>
          {folds ? (
            <button
              type="button"
              className="section-fold"
              aria-expanded={!folded}
              aria-controls={id}
              onClick={() => setFolded(!folded)}
            >
              <ChevronIcon />
              {title}
            </button>
          ) : (
            title
          )}
        </h3>
        {actions && <div className="section-actions">{actions}</div>}
      </div>
      {!folded && (
        <div className="section-body" id={id}>
          {children}
        </div>
      )}
    </section>
  );
}
