/** @file The dialog that lists the keyboard shortcuts. */

import { useEffect, useRef } from 'react';
import { IconButton } from '../controls/IconButton.js';
import { CloseIcon } from '../controls/icons.js';
import { showDialog } from '../store/store.js';
import { SHORTCUT_GROUPS } from './key-combo.js';
import { SHORTCUTS } from './shortcuts.js';

const POINTER_ACTIONS = [
  ['Drag the creature', 'Pose'],
  ['Drag the background', 'Orbit'],
  ['Right drag, two fingers', 'Pan'],
  ['Wheel, pinch', 'Zoom'],
] as const;

const SYMBOLS: readonly (readonly [string, string])[] = [
  ['Escape', 'Esc'],
  ['ArrowLeft', '←'],
  ['ArrowRight', '→'],
];

/** Keys as printed on keyboards. */
const keyName = (combo: string): string =>
  SYMBOLS.reduce((name, [from, to]) => name.replace(from, to), combo);

export function ShortcutSheet() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => showDialog(null);
  return (
    <dialog
      ref={dialog}
      className="sheet"
      aria-label="Keyboard shortcuts"
      onClose={close}
      onPointerDown={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      <div className="sheet-head">
        <h2>Keyboard shortcuts</h2>
        <IconButton label="Close" icon={<CloseIcon />} onClick={close} />
      </div>
      <div className="sheet-columns">
        <section>
          <h3>Pointer</h3>
          <dl>
            {POINTER_ACTIONS.map(([how, what]) => (
              <div key={how}>
                <dt>{what}</dt>
                <dd>
                  <span className="hint">{how}</span>
                </dd>
              </div>
            ))}
          </dl>
        </section>
        {SHORTCUT_GROUPS.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {SHORTCUTS.filter((shortcut) => shortcut.group === group).map(({ label, keys }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>
                    {keys.map((combo) => (
                      <kbd key={combo}>{keyName(combo)}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </dialog>
  );
}
