/** One figure, what it was measured with, and what it should be at most, if anyone has said. */
export interface Measurement {
  readonly name: string;
  /** The database it was measured on; absent when it needs none. */
  readonly database?: DatabaseKind;
  readonly value: number;
  readonly unit: 'times' | 'ms' | 'requests' | 'KiB';
  readonly target?: number;
  /** The figures that the value was worked out from. */
  readonly of: Readonly<Record<string, number>>;
}

export type DatabaseKind = 'sqlite' | 'postgres';

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function rounded(value: number, places = 2): number {
  return Number(value.toFixed(places));
}
