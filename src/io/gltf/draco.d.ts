/** What is used of Draco, which comes without types: the package in Node, its decoder in browsers. */
declare module '#draco' {
  const draco3d: { createDecoderModule(): Promise<unknown> };
  export default draco3d;
}

declare module 'draco3dgltf' {
  const draco3d: { createDecoderModule(): Promise<unknown>; createEncoderModule(): Promise<unknown> };
  export default draco3d;
}
