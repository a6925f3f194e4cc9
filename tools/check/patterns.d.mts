export interface Pattern {
  readonly where: string;
  readonly source?: string;
  readonly flags?: string;
}
export function patterns(): Pattern[];
export function objection(pattern: Pattern): string | undefined;
