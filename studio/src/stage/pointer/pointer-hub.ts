/**
 * @file Pointer input on the stage: posing, orbit, pan, zoom, selection, or nothing where a gizmo or an overlay has
 * the pointer. Mouse: left on the body poses it, left on the background orbits, right or middle (or Shift) pans.
 * Touch: one finger is the left button, two pan and pinch.
 */

import type { PerspectiveCamera } from 'three';
import { setView, useStudio } from '../../store/store.js';
import { stageCamera } from '../camera/stage-camera.js';
import { isClaimed, type StagePress } from './claim-pointer.js';
import { type PointerDrag, startPointerDrag } from './pointer-drag.js';
import { pickJoint, pickStage, rayOf, type StageHit, toScreen } from './stage-pick.js';
import { createWheelReader } from './wheel.js';

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** A pointer that is down. */
type Press = {
  readonly id: number;
  readonly start: PointerEvent;
  readonly hit: StageHit | null;
  last: Spot;
  doing: 'undecided' | 'orbit' | 'pan' | 'pose' | 'claimed';
  hold?: PointerDrag;
};

/** Pointer movement below which a press is a click, pixels. */
const SLACK = { mouse: 3, touch: 7 } as const;

export interface PointerHubOptions {
  readonly canvas: HTMLCanvasElement;
  readonly camera: () => PerspectiveCamera;
  /** Whether a gizmo has the pointer. */
  readonly isGizmoBusy: () => boolean;
  readonly onBusy: (busy: boolean) => void;
}

/** Listens to the stage. Returns a function that stops it. */
export function listenToPointers({ canvas, camera, isGizmoBusy, onBusy }: PointerHubOptions): () => void {
  const element = canvas.parentElement!;
  const presses = new Map<number, Press>();
  const readWheel = createWheelReader();
  let hoverFrame = 0;

  const kindOf = ({ pointerType }: PointerEvent) => (pointerType === 'mouse' ? 'mouse' : 'touch');
  const spotOf = ({ clientX, clientY }: PointerEvent): Spot => ({ x: clientX, y: clientY });
  const first = (): Press | undefined => presses.values().next().value;

  function press(event: PointerEvent): void {
    if (event.target !== canvas || isGizmoBusy()) return;
    cancelAnimationFrame(hoverFrame);
    // Moves the keyboard focus from a text field to the stage.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    if (presses.size > 0) {
      if (event.pointerType === 'touch' && presses.size === 1) addFinger(event);
      return;
    }
    const at = toScreen(event, canvas);
    const isLeft = event.button === 0;
    const claim: StagePress = {
      event,
      joint: isLeft ? pickJoint(at, camera(), canvas, kindOf(event)) : -1,
      ray: rayOf(at, camera()),
      canvas,
      rayOf: (later) => rayOf(toScreen(later, canvas), camera()),
    };
    canvas.setPointerCapture(event.pointerId);
    const claimed = isLeft && isClaimed(claim);
    const hit = isLeft && !claimed && !event.altKey ? pickStage(at, camera(), canvas, kindOf(event)) : null;
    presses.set(event.pointerId, {
      id: event.pointerId,
      start: event,
      hit,
      last: spotOf(event),
      doing: claimed ? 'claimed' : 'undecided',
    });
    if (canPose(hit)) canvas.style.cursor = 'grabbing';
  }

  function addFinger(event: PointerEvent): void {
    const one = first()!;
    if (one.doing === 'claimed' || one.doing === 'pose') return;
    canvas.setPointerCapture(event.pointerId);
    one.doing = 'pan';
    presses.set(event.pointerId, {
      id: event.pointerId,
      start: event,
      hit: null,
      last: spotOf(event),
      doing: 'pan',
    });
  }

  function move(event: PointerEvent): void {
    const one = presses.get(event.pointerId);
    if (!one) {
      if (event.pointerType === 'mouse' && event.buttons === 0) hover(event);
      return;
    }
    if (one.doing === 'claimed' || (one.last.x === event.clientX && one.last.y === event.clientY)) return;
    if (presses.size === 2) {
      pinch(one, event);
      return;
    }
    if (one.doing === 'undecided') {
      const far = Math.hypot(event.clientX - one.start.clientX, event.clientY - one.start.clientY);
      if (far < SLACK[kindOf(event)]) return;
      begin(one);
    }
    if (one.doing === 'pose') one.hold?.move(event);
    const [x, y] = [event.clientX - one.last.x, event.clientY - one.last.y];
    if (one.doing === 'pan') stageCamera.pan(x, y);
    if (one.doing === 'orbit') stageCamera.orbit(x, y);
    one.last = spotOf(event);
  }

  /** Decides what a drag does. */
  function begin(one: Press): void {
    if (!stageCamera.enabled) {
      one.doing = 'claimed';
      return;
    }
    onBusy(true);
    const { start, hit } = one;
    if (hit && canPose(hit) && !start.shiftKey) {
      setView('scene', { selected: hit.owner, hovered: -1 });
      one.doing = 'pose';
      one.hold = startPointerDrag(start, hit, camera(), canvas);
      return;
    }
    const pans = start.button === 1 || start.button === 2 || start.shiftKey;
    one.doing = pans ? 'pan' : 'orbit';
    canvas.style.cursor = pans ? 'move' : 'grabbing';
  }

  function pinch(moved: Press, event: PointerEvent): void {
    const [one, two] = [...presses.values()];
    const middle = (): Spot => ({ x: (one.last.x + two.last.x) / 2, y: (one.last.y + two.last.y) / 2 });
    const apart = (): number => Math.hypot(one.last.x - two.last.x, one.last.y - two.last.y) || 1;
    const [from, width] = [middle(), apart()];
    moved.last = spotOf(event);
    const to = middle();
    stageCamera.pan(to.x - from.x, to.y - from.y);
    stageCamera.zoom(width / apart(), fromMiddle(to));
  }

  function fromMiddle({ x, y }: Spot): Spot {
    const box = canvas.getBoundingClientRect();
    return { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 };
  }

  function release(event: PointerEvent): void {
    const one = presses.get(event.pointerId);
    if (!one) return;
    presses.delete(event.pointerId);
    if (one.doing === 'pose') one.hold?.end();
    if (one.doing === 'undecided' && event.type === 'pointerup') click(one);
    const left = first();
    // The remaining finger continues.
    if (left) left.doing = left.doing === 'pan' ? 'orbit' : left.doing;
    else {
      onBusy(false);
      canvas.style.cursor = '';
    }
  }

  function click({ start, hit }: Press): void {
    if (start.button !== 0) return;
    const { selected } = useStudio.getState().view.scene;
    const next = hit?.owner ?? -1;
    if (next !== selected) setView('scene', { selected: next });
  }

  function hover(event: PointerEvent): void {
    cancelAnimationFrame(hoverFrame);
    hoverFrame = requestAnimationFrame(() => {
      const { scene, motion } = useStudio.getState().view;
      const at = toScreen(event, canvas);
      const over = event.target === canvas;
      const hit = over && !motion.playing ? pickStage(at, camera(), canvas, 'mouse') : null;
      const joint = hit?.joint ?? -1;
      if (joint !== scene.hovered) setView('scene', { hovered: joint });
      canvas.style.cursor = isGizmoBusy() ? '' : canPose(hit) ? 'grab' : hit ? 'pointer' : '';
    });
  }

  function leave(): void {
    cancelAnimationFrame(hoverFrame);
    if (useStudio.getState().view.scene.hovered >= 0) setView('scene', { hovered: -1 });
  }

  function wheel(event: WheelEvent): void {
    if (event.target !== canvas) return;
    event.preventDefault();
    const move = readWheel(event);
    if (move.kind === 'zoom')
      stageCamera.zoom(move.factor, fromMiddle({ x: event.clientX, y: event.clientY }));
    else if (move.kind === 'pan') stageCamera.pan(move.x, move.y);
    else stageCamera.orbit(move.x, move.y);
  }

  function key(event: KeyboardEvent): void {
    const one = first();
    if (event.key !== 'Escape' || one?.doing !== 'pose') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    one.hold?.cancel();
    one.doing = 'claimed';
    canvas.style.cursor = '';
  }

  const noMenu = (event: Event) => event.preventDefault();
  /** Chromium sends raw updates before the frame of `pointermove`, which lowers the latency. */
  function moveEarly(event: PointerEvent): void {
    if (presses.get(event.pointerId)?.doing === 'pose') move(event);
  }

  const listeners: readonly [EventTarget, string, (event: never) => void, AddEventListenerOptions?][] = [
    [element, 'pointerdown', press],
    [element, 'pointermove', move],
    [element, 'pointerrawupdate', moveEarly],
    [element, 'pointerup', release],
    [element, 'pointercancel', release],
    [element, 'pointerleave', leave],
    [element, 'wheel', wheel, { passive: false }],
    [element, 'contextmenu', noMenu],
    [window, 'keydown', key, { capture: true }],
  ];
  for (const [target, name, listener, options] of listeners)
    target.addEventListener(name, listener as (event: Event) => void, options);
  return () => {
    cancelAnimationFrame(hoverFrame);
    for (const [target, name, listener, options] of listeners)
      target.removeEventListener(name, listener as (event: Event) => void, options);
  };
}

/** Whether a drag here would pose the body. */
function canPose(hit: StageHit | null): boolean {
  const { scene, rig } = useStudio.getState().view;
  return hit !== null && scene.tool === 'drag' && !rig.editing;
}
