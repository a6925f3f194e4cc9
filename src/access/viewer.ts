/** Who looks at rows: which companies, and whether what single people are paid. */
export interface Viewer {
  /** Ids; null is all of them. */
  readonly companies: readonly string[] | null;
  readonly pay: boolean;
}

/** With fewer payslips a total shows what a person is paid. */
const payslipsForTotals = 3;

export function seesTotals(viewer: Viewer, run: { readonly payslips: number }): boolean {
  return viewer.pay || run.payslips >= payslipsForTotals;
}
