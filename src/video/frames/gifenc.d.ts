/** What is used of gifenc, which comes without types. */
declare module 'gifenc' {
  export function GIFEncoder(): {
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options: { palette: number[][]; delay: number },
    ): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  };
  export function quantize(pixels: Uint8Array | Uint8ClampedArray, colors: number): number[][];
  export function applyPalette(pixels: Uint8Array | Uint8ClampedArray, palette: number[][]): Uint8Array;
}
