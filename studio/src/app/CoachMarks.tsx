/**
 * @file Three marks on the first start, beside the first panel: rig, motion, export. Gone for good when they were seen or
 * skipped.
 */

import { useEffect, useState } from 'react';
import { Button } from '../controls/Button.js';
import { readPreferences, savePreferences } from '../storage/preferences.js';
import { useStudio } from '../store/store.js';
import { MODES, type Mode } from '../store/view-state.js';

const MARKS: readonly { readonly mode: Mode; readonly title: string; readonly text: string }[] = [
  {
    mode: 'rig',
    title: '1. Rig',
    text: 'Drop any mesh: it gets a skeleton and weights. Here you see what it was read as, and change it.',
  },
  {
    mode: 'motion',
    title: '2. Motion',
    text: 'What your creature can do: walk, run, attack. One click adds a clip, sliders change it while it plays.',
  },
  {
    mode: 'export',
    title: '3. Export',
    text: 'A GLB or FBX with all clips for your engine; pictures and videos too.',
  },
];

export function CoachMarks() {
  const [step, setStep] = useState(() => (readPreferences().coached ? MARKS.length : 0));
  const isReady = useStudio(({ view }) => view.scene.facts !== null && view.tasks.length === 0);
  const hasLeft = useStudio(({ view }) => view.mode !== 'open');
  const top = useRailButton(MARKS[step]?.mode, isReady);
  const go = (next: number) => {
    setStep(next);
    if (next >= MARKS.length) savePreferences({ coached: true });
  };
  if (!isReady || hasLeft || step >= MARKS.length || top === null) return null;
  const { title, text } = MARKS[step];
  const isLast = step === MARKS.length - 1;
  return (
    <aside className="coach" style={{ top }} aria-label={`Introduction, step ${step + 1} of ${MARKS.length}`}>
      <strong>{title}</strong>
      <p>{text}</p>
      <div className="coach-foot">
        <small>
          {step + 1} of {MARKS.length}
        </small>
        {!isLast && (
          <Button kind="quiet" onClick={() => go(MARKS.length)}>
            Skip
          </Button>
        )}
        <Button kind="primary" onClick={() => go(step + 1)}>
          {isLast ? 'Start' : 'Next'}
        </Button>
      </div>
    </aside>
  );
}

/** The middle of the button of a mode, pixels from the top; null where it is not beside the stage. */
function useRailButton(mode: Mode | undefined, isReady: boolean): number | null {
  const [top, setTop] = useState<number | null>(null);
  useEffect(() => {
    const place = () => {
      const buttons = document.querySelectorAll('.rail-button');
      const box = isReady && mode ? buttons[MODES.indexOf(mode)]?.getBoundingClientRect() : undefined;
      // On upright screens the rail lies at the bottom.
      setTop(box && box.left < 20 ? Math.max(80, (box.top + box.bottom) / 2) : null);
    };
    place();
    window.addEventListener('resize', place);
    return () => window.removeEventListener('resize', place);
  }, [mode, isReady]);
  return top;
}
