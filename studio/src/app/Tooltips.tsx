/**
 * @file Tooltips of our own: for every element with `data-tip` or `title`, shortly after the pointer or the keyboard
 * reaches it. A title becomes `data-tip`, so that the browser does not show a second one.
 */

import { useEffect, useState } from 'react';

interface Tip {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly above: boolean;
}

/** How long the pointer rests before a tooltip appears, milliseconds. */
const DELAY = 450;
/** Distance from its element, pixels. */
const GAP = 6;

export function Tooltips() {
  const [tip, setTip] = useState<Tip | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let shownFor: Element | null = null;
    const hide = () => {
      clearTimeout(timer);
      shownFor = null;
      setTip(null);
    };
    const find = ({ target }: Event) =>
      target instanceof Element ? target.closest<HTMLElement>('[title], [data-tip]') : null;
    // What was pressed needs no explanation until the pointer comes back.
    const press = (event: Event) => {
      hide();
      shownFor = find(event);
    };
    const reach = (event: Event) => {
      const element = find(event);
      if (element === shownFor) return;
      hide();
      if (!element) return;
      shownFor = element;
      takeTitle(element);
      timer = setTimeout(() => setTip(placeTip(element)), DELAY);
    };
    const listeners = {
      pointerover: reach,
      focusin: reach,
      pointerdown: press,
      keydown: hide,
      blur: hide,
    } as const;
    for (const [name, listener] of Object.entries(listeners)) window.addEventListener(name, listener);
    return () => {
      clearTimeout(timer);
      for (const [name, listener] of Object.entries(listeners)) window.removeEventListener(name, listener);
    };
  }, []);
  if (!tip) return null;
  const shift = tip.above ? '-100%' : '0';
  return (
    <div
      className="tooltip"
      aria-hidden="true"
      style={{ left: tip.x, top: tip.y, transform: `translate(-50%, ${shift})` }}
    >
      {tip.text}
    </div>
  );
}

function takeTitle(element: HTMLElement): void {
  const { title } = element;
  if (title === '') return;
  element.dataset.tip = title;
  element.removeAttribute('title');
  // What it was for screen readers.
  element.setAttribute('aria-description', title);
}

/** Below the element, or above where there is no room; within the window. */
function placeTip(element: HTMLElement): Tip | null {
  const text = element.dataset.tip;
  if (!text || !element.isConnected) return null;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const above = bottom + 60 > window.innerHeight;
  const x = Math.min(window.innerWidth - 136, Math.max(136, (left + right) / 2));
  return { text, x, y: above ? top - GAP : bottom + GAP, above };
}
