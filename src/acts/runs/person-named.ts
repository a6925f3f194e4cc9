import { problem } from '../../ground/problem.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';

/** The user that a person of this run is named by: a url or path as it is. People with one name are named by their url. */
export function personNamed(company: string, run: Pick<PayRunRecord, 'mapped'>, named: string): string {
  if (named.includes('/')) return named;
  const same = (run.mapped?.paid ?? []).filter(({ name }) => name.toLowerCase() === named.trim().toLowerCase());
  // One person may have two payslips.
  const users = new Set(same.map(({ user }) => user));
  const [only] = users;
  if (only !== undefined && users.size === 1) return only;
  throw users.size === 0
    ? notInRun(`${company}: no one in this pay run has that name.`)
    : whichPerson(`${company}: more than one person in this pay run has that name.`);
}

const todo = 'Name one as the pay run shows them, or by their user url.';

export const whichPerson = (detail: string) => problem('which-person', { detail, todo });
export const notInRun = (detail: string) => problem('not-in-pay-run', { detail, todo });
