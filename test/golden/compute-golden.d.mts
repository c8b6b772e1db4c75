export interface Golden {
  readonly hashes: Readonly<Record<string, string>>;
  readonly numbers: Readonly<Record<string, readonly number[]>>;
}

export function computeGolden(): Promise<Golden>;
export function readGolden(): Promise<Golden>;
