import { payKeyOf } from '../../../journal/nouns/pay-key.js';
import type { Company } from '../../../companies/company.js';
import type { Money } from '../../../journal/nouns/money.js';
import type { MappedRun } from '../../../journal/mapping/mapper.js';
import { isDecidedByField } from '../../../journal/nouns/holds.js';
import type { Treatment } from '../../../journal/policy/decision.js';
import type { RunView } from '../../../views/run/run-view.js';
import { Problem } from '../../../ground/problem.js';
import { fieldPreviews } from '../../../acts/runs/field-preview.js';
import type { ActTools } from '../../../acts/act-tools.js';

export const answers = [
  'deduct',
  'pay',
  'deduct_to_tax_authority',
  'employer_cost_to_tax_authority',
  'information',
] as const;
export type Answer = Exclude<Treatment, 'hold'>;

/** What the journal would be after one answer to a held field. */
export interface Preview {
  readonly field: string;
  readonly user?: string;
  readonly as: Answer;
  readonly after: MappedRun;
  /** The net pay of the person asked about. */
  readonly net?: Money;
}

/** Works out each answer to each held field; returns none when the payslips are no longer stored. */
export async function previewsOf(tools: ActTools, company: Company, view: RunView): Promise<readonly Preview[]> {
  const { year, period } = view.row;
  const ref = { company, year, period, paid: payKeyOf(view.row) };
  const asked = (view.mapped?.holds ?? []).filter((hold) => isDecidedByField(hold.code) && hold.field !== undefined);
  if (asked.length === 0) return [];
  const previews: Preview[] = [];
  try {
    const preview = await fieldPreviews(tools, ref);
    for (const { field = '', payslip } of asked) {
      for (const as of answers) {
        const after = preview({ field, as, scope: payslip === undefined ? 'run' : 'payslip', user: payslip });
        const net = after.people.find((person) => person.user === payslip)?.net;
        previews.push({ field, user: payslip, as, after, net });
      }
    }
  } catch (error) {
    // The question can be answered without previews too.
    if (error instanceof Problem) return [];
    throw error;
  }
  return previews;
}
