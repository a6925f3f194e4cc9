/** What a simulation did and what it found, over all its histories. */
export class Report {
  histories = 0;
  requests = 0;
  syncs = 0;
  readonly faults = new Map<string, number>();
  readonly violations: { readonly seed: number; readonly what: string }[] = [];

  fault(kind: string): void {
    this.faults.set(kind, (this.faults.get(kind) ?? 0) + 1);
  }
}
