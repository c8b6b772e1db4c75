/**
 * @file Limits the frames in flight. Where drawing is slower than submitting, browsers queue frames, and input
 * appears seconds late. A fence after each frame tells when it is drawn; until then no new frame is submitted.
 */

export class FramePace {
  readonly #gl: WebGL2RenderingContext;
  /** Most frames in flight. */
  readonly #depth: number;
  #fences: WebGLSync[] = [];

  constructor(gl: WebGL2RenderingContext, depth: number) {
    this.#gl = gl;
    this.#depth = depth;
  }

  /** Whether a frame may be drawn now. */
  isFree(): boolean {
    const gl = this.#gl;
    // Anything but UNSIGNALED counts as done: a lost context has no fences.
    while (
      this.#fences.length > 0 &&
      gl.getSyncParameter(this.#fences[0], gl.SYNC_STATUS) !== gl.UNSIGNALED
    ) {
      gl.deleteSync(this.#fences.shift()!);
    }
    return this.#fences.length < this.#depth;
  }

  /** Call after submitting a frame. */
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

/** Whether this frame is drawn; expensive updates can be skipped otherwise. */
export const isPainting = (): boolean => pace?.isFree() ?? false;

export function painted(): void {
  pace?.submitted();
  for (const listener of listeners) listener();
}

/** Calls back after every drawn frame. */
export function onPainted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
