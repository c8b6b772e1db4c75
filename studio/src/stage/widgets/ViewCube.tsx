/**
 * @file The view cube: front, back, sides, top and bottom as balls on three axes. A click views the body from there,
 * a drag orbits.
 */

import { type PointerEvent as ReactPointerEvent, useEffect, useMemo, useRef } from 'react';
import { forwardOf, leftOf } from '../../store/body-directions.js';
import { documentOf, useStudio } from '../../store/store.js';
import { axesOf } from '../camera/orbit.js';
import { stageCamera } from '../camera/stage-camera.js';
import { azimuthOf, onStageView, type Vector } from '../stage-view.js';

interface Ball {
  readonly name: string;
  readonly letter: string;
  readonly direction: Vector;
  readonly kind: 'front' | 'left' | 'right' | 'plain';
}

/** Distance of a ball from the centre, pixels. */
const ARM = 30;

export function ViewCube() {
  const model = useStudio((state) => documentOf(state)?.model);
  const balls = useMemo(() => ballsOf(forwardOf(model), leftOf(model)), [model]);
  const layer = useRef<HTMLFieldSetElement>(null);
  const drag = useRef<{ x: number; y: number; moved: boolean } | null>(null);

  useEffect(() => {
    const update = () => layer.current && placeBalls(layer.current, balls);
    update();
    return onStageView(update);
  }, [balls]);

  const press = (event: ReactPointerEvent) => {
    drag.current = { x: event.clientX, y: event.clientY, moved: false };
  };
  const move = (event: ReactPointerEvent<HTMLElement>) => {
    const last = drag.current;
    if (!last || event.buttons === 0) return;
    const [x, y] = [event.clientX - last.x, event.clientY - last.y];
    if (!last.moved && Math.hypot(x, y) < 4) return;
    if (!last.moved) event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, y: event.clientY, moved: true };
    stageCamera.orbit(x * 2, y * 2);
  };
  const look = ({ direction }: Ball) => {
    if (drag.current?.moved) return;
    const level = Math.hypot(direction[0], direction[2]) > 0.5;
    const azimuth = azimuthOf(level ? direction : forwardOf(model));
    stageCamera.goTo({ azimuth, elevation: level ? 0 : Math.sign(direction[1]) * (Math.PI / 2 - 0.001) });
  };
  return (
    <fieldset className="view-cube" ref={layer} onPointerDown={press} onPointerMove={move}>
      <legend className="unseen">View</legend>
      <svg aria-hidden="true" viewBox="-44 -44 88 88">
        {balls.map(({ name, kind }) => (
          <line key={name} className={`arm ${kind}`} x1={0} y1={0} />
        ))}
      </svg>
      {balls.map((ball) => (
        <button
          key={ball.name}
          type="button"
          className={`ball ${ball.kind}`}
          aria-label={`${ball.name} view`}
          title={`${ball.name} view`}
          onClick={() => look(ball)}
        >
          {ball.letter}
        </button>
      ))}
    </fieldset>
  );
}

function ballsOf(forward: Vector, left: Vector): readonly Ball[] {
  const opposite = ([x, y, z]: Vector): Vector => [-x, -y, -z];
  return [
    { name: 'Front', letter: 'F', direction: forward, kind: 'front' },
    { name: 'Back', letter: '', direction: opposite(forward), kind: 'front' },
    { name: 'Left', letter: 'L', direction: left, kind: 'left' },
    { name: 'Right', letter: 'R', direction: opposite(left), kind: 'right' },
    { name: 'Top', letter: 'T', direction: [0, 1, 0], kind: 'plain' },
    { name: 'Bottom', letter: '', direction: [0, -1, 0], kind: 'plain' },
  ];
}

function placeBalls(layer: HTMLElement, balls: readonly Ball[]): void {
  const { right, up, forward } = axesOf(stageCamera.shown);
  const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const lines = layer.querySelectorAll('line');
  const buttons = layer.querySelectorAll('button');
  balls.forEach(({ direction, letter }, i) => {
    const [x, y] = [dot(direction, right) * ARM, -dot(direction, up) * ARM];
    const depth = -dot(direction, forward);
    buttons[i].style.transform =
      `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${(1 + 0.1 * depth).toFixed(3)})`;
    buttons[i].style.zIndex = String(Math.round(10 + depth * 9));
    buttons[i].classList.toggle('far', depth < -0.2);
    lines[i].setAttribute('x2', x.toFixed(1));
    lines[i].setAttribute('y2', y.toFixed(1));
    lines[i].style.visibility = letter === '' ? 'hidden' : 'visible';
  });
}
