/** @file The errors that the Khronos validator finds in a GLB, as text. */

import validator from 'gltf-validator';

export async function validateGlb(bytes: Uint8Array): Promise<string[]> {
  const report = await validator.validateBytes(bytes, { maxIssues: 10_000 });
  return report.issues.messages
    .filter((message) => message.severity === 0)
    .map((message) => `${message.code} at ${message.pointer}: ${message.message}`);
}
