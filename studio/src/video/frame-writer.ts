/** @file Video frames and the interface of their encoders. */

export interface CapturedFrame {
  readonly picture: ImageBitmap;
  /** Seconds from the start. */
  readonly time: number;
}

export interface VideoSize {
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
}

/** Encodes frames in order and returns the file. Always call `close`. */
export interface FrameWriter {
  /** File extension. */
  readonly extension: string;
  add(frame: CapturedFrame): Promise<void>;
  finish(): Promise<Blob>;
  close(): void;
}
