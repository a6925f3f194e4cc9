/** Where the log is not what was written. `seq` is 0 if no entry of the chain is left to point at. */
export interface BrokenLink {
  readonly companyId: string;
  readonly seq: number;
  readonly detail: string;
}
