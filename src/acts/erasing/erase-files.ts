import type { Rows } from '../../ground/rows.js';
import { paidKept } from '../../payrolls/files/kept-file.js';
import { keyOf } from '../../payrolls/files/year-to-date.js';
import type { Carried } from '../../record/log/carried.js';
import { PayrollFile } from '../../record/runs/payroll-file.entity.js';
import { placeOf } from './people-kept.js';
import { areTheirs, erased, mentions, type Theirs } from './theirs.js';

/** What was taken of payroll files. A payment names its person by payroll id, or by name. */
export async function eraseFiles(rows: Rows, theirs: Theirs): Promise<readonly Carried[]> {
  const { companyId, until, everybody } = theirs;
  const carries: Carried[] = [];
  for (const { id, kind, name, taken } of await rows.findBy(PayrollFile, { companyId })) {
    const isKept = (stored: unknown) => {
      if (kind === 'eps') return true;
      const [payment] = paidKept({ kind, taken: [stored] });
      if (payment === undefined || payment.paidOn > until) return true;
      if (areTheirs(theirs, placeOf(keyOf(payment)))) return false;
      return !mentions(theirs, `${payment.firstName} ${payment.lastName}`);
    };
    const isGone = taken.map((one) => !isKept(one));
    const isEmpty = isGone.every((gone, at) => gone || taken[at] === null);
    const isNamed = name !== erased && (everybody ? isEmpty : mentions(theirs, name));
    if (!isGone.includes(true) && !isNamed) continue;
    // Each keeps its place: a file with an erased part has not been taken back.
    const left = isEmpty ? [] : taken.map((one, at) => (isGone[at] ? null : one));
    await rows.update(PayrollFile, { id }, { taken: left, ...(isNamed && { name: erased }) });
    carries.push(['file', id]);
  }
  return carries;
}
