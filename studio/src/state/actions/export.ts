/** @file Exporting. */
export async function exportGlb(): Promise<void> {}
