import type { RunState } from '../../../record/runs/run-state.js';
import type { StoredPaid } from '../../../record/runs/pay-run.entity.js';
import type { StoredLine } from '../../../record/runs/posting.entity.js';

/** Payroll has not filed it: whatever figures it has may still change, and nil is none. */
export const isUnfiled = ({ state }: { readonly state: RunState }): boolean =>
  state === 'not_ready' || state === 'overdue';

/** Payslips on one page, with all lines of each: about 40 KB. */
const payslipsPerPart = 10;

/** If there are more people than one part has, each person's lines are in the journal only. */
export const isInParts = (paid: readonly StoredPaid[]): boolean => paid.length > payslipsPerPart;

export interface RunPart {
  readonly paid: readonly StoredPaid[];
  readonly lines: readonly StoredLine[];
  readonly parts: number;
  /** How many people the parts before it have. */
  readonly from: number;
}

/** One part of a long pay run: some people with their lines. Lines that belong to no one are in the first part. */
export function partOf(paid: readonly StoredPaid[], lines: readonly StoredLine[], part: number): RunPart {
  const from = part * payslipsPerPart;
  const shown = paid.slice(from, from + payslipsPerPart);
  const users = new Set(shown.map((one) => one.user));
  const everybody = new Set(paid.map((one) => one.user));
  const ofPart = (line: StoredLine) => {
    const whose = line.payslip ?? line.user;
    return whose !== undefined && everybody.has(whose) ? users.has(whose) : part === 0;
  };
  const parts = Math.max(1, Math.ceil(paid.length / payslipsPerPart));
  return { paid: shown, lines: lines.filter(ofPart), parts, from };
}
