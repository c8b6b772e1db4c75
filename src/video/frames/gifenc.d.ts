/** What is used of gifenc, which comes without types: CommonJS for Node, a module for bundlers. */
declare module 'gifenc' {
  interface Gifenc {
    GIFEncoder(): {
      writeFrame(
        index: Uint8Array,
        width: number,
        height: number,
        options: { palette: number[][]; delay: number },
      ): void;
      finish(): void;
      bytes(): Uint8Array<ArrayBuffer>;
    };
    quantize(pixels: Uint8Array | Uint8ClampedArray, colors: number): number[][];
    applyPalette(pixels: Uint8Array | Uint8ClampedArray, palette: number[][]): Uint8Array;
  }
  /** Absent in the CommonJS build, where all names are on the default. */
  export const GIFEncoder: Gifenc['GIFEncoder'] | undefined;
  export const quantize: Gifenc['quantize'];
  export const applyPalette: Gifenc['applyPalette'];
  const everything: Gifenc;
  export default everything;
}
