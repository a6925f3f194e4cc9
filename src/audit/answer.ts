import * as z from 'zod';
import { day, money } from '../ground/written.js';
import { type Amounts, codeIn, halfOf, userIn, usualKind, written } from './amounts.js';
import type { Audited } from './audit.js';
import { causeNames } from './causes.js';
import { amountOf, isNote, type JudgedCause, type JudgedRun, verdicts } from './judged.js';
import { noteNames } from './notes.js';
import type { BookedSet } from './set.js';

const names = z.enum([...noteNames, ...causeNames, 'doubled', 'missing', 'elsewhere']);

/** What an audit answers, on every door. Amounts of accounts are what is found less what should be, debits positive. */
const answerWith = <Amount extends z.ZodType>(amount: Amount) => {
  const account = z.object({ account: z.string(), user: z.string().optional(), amount });
  return z.object({
    company: z.string().optional(),
    year: z.int(),
    readAt: z.string().optional(),
    runs: z.array(
      z.object({
        year: z.int(),
        period: z.int(),
        datedOn: day,
        verdict: z.enum(verdicts),
        sets: z.array(z.string()),
        amount,
        causes: z.array(
          z.object({
            cause: names,
            amount,
            correctedBy: z.string().optional(),
            figures: z.array(amount).optional(),
            accounts: z.array(account),
          }),
        ),
        /** Explanations as small, which are less likely. */
        hints: z.array(z.array(names)).optional(),
        why: z.array(z.string()).optional(),
      }),
    ),
    other: z.array(z.object({ set: z.string(), datedOn: day, accounts: z.array(account) })),
    accounts: z.array(
      z.object({ account: z.string(), should: amount, found: amount, moved: amount.optional(), difference: amount }),
    ),
    causes: z.array(z.object({ cause: names, runs: z.int(), amount, corrected: amount })),
  });
};

export const auditAnswer = answerWith(money);
/** Who may not see pay sees the verdicts. */
export const auditShown = answerWith(money.optional());
/** What is said of one pay run; no amounts for who may not see pay. */
export type RunChecked = Omit<z.output<typeof auditShown>['runs'][number], 'year' | 'period' | 'datedOn' | 'why'>;

/**
 * No journal carries it, and its costs moved by exactly what payroll says: of what it owes, payments of the month took
 * some, which is no difference of payroll's.
 */
export const isOnlyPaid = ({ verdict, causes }: Pick<RunChecked, 'verdict' | 'causes'>): boolean =>
  verdict === 'elsewhere' &&
  causes.every(({ accounts }) =>
    accounts.every(({ account, amount = '-' }) => usualKind(account) !== 'cost' && !amount.startsWith('-')),
  );

export type AuditAnswer = z.output<typeof auditAnswer>;

/** A user's url as the books have it, by its path. */
export type UrlOf = (path: string) => string;

export function answerOf(year: number, audited: Audited, urlOf: UrlOf): AuditAnswer {
  return {
    year,
    runs: audited.runs.map((run) => runAnswer(run, urlOf)),
    other: audited.other.map(({ url, datedOn, amounts }: BookedSet) => ({
      set: url,
      datedOn,
      accounts: accountsOf(amounts, urlOf),
    })),
    accounts: audited.accounts.map(({ account: code, should, found, moved }) => ({
      account: code,
      should: written(should),
      found: written(found),
      ...(moved !== undefined && { moved: written(moved) }),
      difference: written(found - should),
    })),
    causes: audited.causes.map(({ cause, runs, amount, corrected }) => ({
      cause,
      runs,
      amount: written(amount),
      corrected: written(corrected),
    })),
  };
}

export function runAnswer({ run, verdict, sets, causes, hints }: JudgedRun, urlOf: UrlOf): AuditAnswer['runs'][number] {
  return {
    year: run.year,
    period: run.period,
    datedOn: run.datedOn,
    verdict,
    sets: sets.map(({ url }) => url),
    amount: written(amountOf(causes)),
    causes: causes.map((cause) => causeAnswer(cause, urlOf)),
    ...(hints.length > 0 && { hints: hints.map((some) => [...some]) }),
    ...(run.why && { why: [...run.why] }),
  };
}

function causeAnswer(one: JudgedCause, urlOf: UrlOf): AuditAnswer['runs'][number]['causes'][number] {
  const { cause, amounts, correctedBy, figures } = one;
  return {
    cause,
    amount: written(isNote(one) ? 0n : halfOf(amounts)),
    ...(correctedBy !== undefined && { correctedBy }),
    ...(figures && { figures: figures.map(written) }),
    accounts: accountsOf(amounts, urlOf),
  };
}

export const accountsOf = (amounts: Amounts, urlOf: UrlOf) =>
  [...amounts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([place, pence]) => {
      const user = userIn(place);
      return { account: codeIn(place), ...(user !== undefined && { user: urlOf(user) }), amount: written(pence) };
    });
