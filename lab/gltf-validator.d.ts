declare module 'gltf-validator' {
  interface ValidationReport {
    readonly issues: {
      readonly numErrors: number;
      readonly messages: readonly { code: string; message: string; severity: number; pointer?: string }[];
    };
  }
  const validator: {
    validateBytes(bytes: Uint8Array, options?: { maxIssues?: number }): Promise<ValidationReport>;
  };
  export default validator;
}
