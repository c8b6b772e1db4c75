/** @file Films: frames that are drawn one by one, and what takes them. */

export interface CapturedFrame {
  readonly picture: ImageBitmap;
  /** Seconds from the beginning. */
  readonly time: number;
}

export interface VideoSize {
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
}

/** Takes frames in order, then gives the file. Whatever happens, `close` frees it. */
export interface FrameWriter {
  /** What the file is called after the last dot. */
  readonly extension: string;
  add(frame: CapturedFrame): Promise<void>;
  finish(): Promise<Blob>;
  close(): void;
}
