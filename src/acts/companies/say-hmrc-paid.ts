import { randomUUID } from 'node:crypto';
import { notHere } from '../../access/refusals.js';
import type { Company } from '../../companies/company.js';
import { dayInLondon } from '../../ground/london.js';
import { problem } from '../../ground/problem.js';
import { addDays, inWords } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import { decidedUntilNow } from '../../record/decided.js';
import { HmrcPaid } from '../../record/hmrc-paid.entity.js';
import { billedInWords, dueWords } from '../../views/month/hmrc-due-words.js';
import { hmrcDue } from '../../views/month/hmrc-due.js';
import type { Who } from '../act.js';
import { acting, type Logging } from '../acting.js';

export interface SayingPaid {
  readonly who: Who;
  /** What was due, as `HmrcDue` names it. */
  readonly item: string;
  /** The day on which it was paid; null takes back what was said. */
  readonly paidOn: string | null;
}

const yearDays = 366;

/**
 * A person says that HMRC was paid, and when: the log has it, and nothing of what is due or posted changes. Said again
 * of the same day, or taken back twice, nothing is changed and nothing logged.
 */
export async function sayHmrcPaid(
  tools: Logging,
  company: Company,
  { who, item, paidOn }: SayingPaid,
): Promise<{ readonly isSaid: boolean }> {
  const companyId = company.id;
  const { value } = await acting(tools, who, async (rows) => {
    await decidedUntilNow(rows, companyId);
    const at = await tools.database.now(rows);
    const today = dayInLondon(at);
    if (paidOn !== null && paidOn > today) throw notPaidYet(paidOn);
    const viewer = { companies: [companyId], pay: true };
    const dues = await hmrcDue(rows, viewer, addDays(today, -2 * yearDays), addDays(today, yearDays));
    const due = dues.find((one) => one.id === item);
    const what = due && `${dueWords(due)}, ${billedInWords(due.month)}`;
    const [before] = await rows.find(HmrcPaid, { where: { companyId, item }, order: { at: 'DESC' } });
    const isStanding = before !== undefined && before.endedAt === null;
    const end = () => rows.update(HmrcPaid, { id: before?.id ?? '' }, { endedAt: at });
    const line = { companyId, act: 'hmrc_paid' } as const;
    if (paidOn === null) {
      if (!isStanding) return { value: { isSaid: false }, line: undefined };
      await end();
      return { value: { isSaid: false }, line: { ...line, outcome: 'withdrawn', answer: what, ref: before.id } };
    }
    if (due === undefined) throw notHere('such payment to HMRC');
    const amount = due.amount ?? Money.zero;
    if (isStanding && before.paidOn === paidOn && before.amount.equals(amount))
      return { value: { isSaid: true }, line: undefined };
    if (isStanding) await end();
    const id = randomUUID();
    await rows.insert(HmrcPaid, { id, companyId, item, paidOn, amount, actor: who.actor, at, endedAt: null });
    return { value: { isSaid: true }, line: { ...line, answer: `${what}: on ${inWords(paidOn)}`, ref: id } };
  });
  return value;
}

const notPaidYet = (paidOn: string) =>
  problem('not-paid-yet', {
    detail: `${inWords(paidOn)} is still to come.`,
    todo: 'Give the day on which it was paid, today at the latest.',
  });
