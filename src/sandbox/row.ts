/** One plain record of a resource table. */
export interface Row {
  readonly key: string;
  readonly values: Record<string, unknown>;
  readonly createdAt: number;
  updatedAt: number;
}

export type Table = Map<string, Row>;

/** `updated_at` always moves, also twice in a millisecond. */
export function touch(record: { updatedAt: number }, now: number): void {
  record.updatedAt = Math.max(now, record.updatedAt + 1);
}

export function timestamp(ms: number): string {
  return new Date(ms).toISOString();
}
