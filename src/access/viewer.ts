/** Somebody who reads rows: of which companies, and whether with the pay of single people. */
export interface Viewer {
  /** Ids; null is every company. */
  readonly companies: readonly string[] | null;
  readonly pay: boolean;
}

/** A total of fewer payslips would reveal what a person is paid. */
const payslipsForTotals = 3;

export function seesTotals(viewer: Viewer, run: { readonly payslips: number }): boolean {
  return viewer.pay || run.payslips >= payslipsForTotals;
}
