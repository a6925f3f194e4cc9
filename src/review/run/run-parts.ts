import type { StoredPaid } from '../../record/pay-run.entity.js';
import type { StoredLine } from '../../record/posting.entity.js';

/** Payslips on one page: more would make it long to load and to read. */
const payslipsPerPart = 20;

export interface RunPart {
  readonly paid: readonly StoredPaid[];
  readonly lines: readonly StoredLine[];
  readonly parts: number;
}

/** A part of a long pay run: some people, and the lines that are theirs; lines of nobody stand in the first. */
export function partOf(paid: readonly StoredPaid[], lines: readonly StoredLine[], part: number): RunPart {
  const shown = paid.slice(part * payslipsPerPart, (part + 1) * payslipsPerPart);
  const users = new Set(shown.map((one) => one.user));
  const everybody = new Set(paid.map((one) => one.user));
  const ofPart = (line: StoredLine) => {
    const whose = line.payslip ?? line.user;
    return whose !== undefined && everybody.has(whose) ? users.has(whose) : part === 0;
  };
  return { paid: shown, lines: lines.filter(ofPart), parts: Math.max(1, Math.ceil(paid.length / payslipsPerPart)) };
}
