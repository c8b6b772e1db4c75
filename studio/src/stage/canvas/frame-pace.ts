/**
 * @file No more frames than can be drawn. A browser takes frames as fast as they are submitted; where drawing is slower they
 * wait in a row, and what a hand does is seen seconds later. A fence behind each frame tells when it is drawn: while it
 * is not, there is no next one.
 */

export class FramePace {
  readonly #gl: WebGL2RenderingContext;
  /** Frames that may be under way at once. */
  readonly #depth: number;
  #fences: WebGLSync[] = [];

  constructor(gl: WebGL2RenderingContext, depth: number) {
    this.#gl = gl;
    this.#depth = depth;
  }

  /** Whether a frame may be drawn now. */
  isFree(): boolean {
    const gl = this.#gl;
    // Anything but "not yet" is an end: a lost context has no fences.
    while (
      this.#fences.length > 0 &&
      gl.getSyncParameter(this.#fences[0], gl.SYNC_STATUS) !== gl.UNSIGNALED
    ) {
      gl.deleteSync(this.#fences.shift()!);
    }
    return this.#fences.length < this.#depth;
  }

  /** A frame was submitted. */
  submitted(): void {
    const gl = this.#gl;
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (fence) this.#fences.push(fence);
    gl.flush();
  }
}

let pace: FramePace | null = null;
const listeners = new Set<() => void>();

export function setFramePace(next: FramePace | null): void {
  pace = next;
}

/** Whether this turn of the loop draws; what is costly waits for one that does. */
export const isPainting = (): boolean => pace?.isFree() ?? false;

export function painted(): void {
  pace?.submitted();
  for (const listener of listeners) listener();
}

/** Tells of every frame that is drawn. */
export function onPainted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
