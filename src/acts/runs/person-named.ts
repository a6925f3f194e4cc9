import { Problem } from '../../ground/problem.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';

/** The user that a person of this run is named by: a url or path as it is. People with one name are named by their url. */
export function personNamed(company: string, run: Pick<PayRunRecord, 'mapped'>, named: string): string {
  if (named.includes('/')) return named;
  const same = (run.mapped?.paid ?? []).filter(({ name }) => name.toLowerCase() === named.trim().toLowerCase());
  // One person may have two payslips.
  const users = new Set(same.map(({ user }) => user));
  const [only] = users;
  if (only !== undefined && users.size === 1) return only;
  throw whichPerson(
    `${company}: ${users.size === 0 ? 'nobody' : 'more than one person'} in this pay run has that name.`,
  );
}

export const whichPerson = (detail: string) =>
  new Problem({
    title: 'Which person?',
    detail,
    todo: 'Name one as the pay run shows them, or by their user url.',
    status: 400,
    exitCode: 2,
  });
