import { parsePayPeriod, parsePeople, peopleByPath } from '../../../payrolls/service/wire.js';
import { WrongShape } from '../../../books/wrong-shape.js';
import type { Hold, Warning } from '../../../journal/nouns/holds.js';
import type { Journal } from '../../../journal/nouns/journal.js';
import { type MappedPeriod, mapPeriod } from '../../../journal/mapping/mapper.js';
import type { PayPeriod } from '../../../journal/nouns/pay-run.js';
import { defaultPolicy, givenPolicy, WrongPolicy } from '../../../journal/policy/policy.js';
import { type Why, whyText } from '../../../journal/nouns/why.js';
import { sumTotals } from '../../../journal/mapping/totals.js';
import { parseGiven } from './journal-given.js';
import { unreadable } from './journal-documents.js';
import {
  adjustmentsOf,
  type PayeAnswer,
  type PaymentsGiven,
  type RecoveryAnswer,
} from '../../../journal/paye/adjustments-of.js';

export const prefix = 'counterfoil';

interface EntryAnswer {
  readonly category: string;
  readonly user?: string;
  readonly debit_value: string;
  readonly description: string;
  readonly payslip?: string;
  readonly from: readonly string[];
  readonly why?: readonly WhyAnswer[];
}

export interface WhyAnswer {
  readonly because: Why['because'];
  readonly payslip?: string;
  readonly field?: string;
  readonly percent?: string;
  readonly rate?: string;
  readonly rest?: true;
  readonly employer_ni?: string;
  readonly of_employer_ni?: string;
  readonly of: string;
  readonly amount: string;
  readonly pennies?: number;
}

interface JournalSetAnswer {
  readonly dated_on: string;
  readonly description: string;
  readonly tag: string;
  readonly journal_entries: readonly EntryAnswer[];
}

export interface Answer {
  readonly outcome: 'post' | 'hold' | 'nothing';
  readonly journal_sets: readonly JournalSetAnswer[];
  readonly holds: readonly Hold[];
  readonly warnings: readonly Warning[];
  readonly totals: Readonly<Record<'gross' | 'net_pay' | 'tax_authority' | 'pension' | 'other', string>>;
  /** If statutory parental pay was paid: what HMRC repays, and how we know. */
  readonly recovery?: RecoveryAnswer;
  /** If the payment to HMRC is known: what it leaves on the control account. */
  readonly paye?: PayeAnswer;
}

/** Maps one payroll document; throws a Problem that names what is wrong with it. */
export function answerTo(document: unknown): Answer {
  return answerOf(mapDocument(document));
}

export function answerOf({ period, mapped, given }: MappedDocument): Answer {
  const holds = mapped.runs.flatMap((run) => run.holds);
  const posted = holds.length > 0 ? [] : mapped.runs.filter((run) => run.outcome === 'post');
  const adjustments = holds.length > 0 ? { journals: [] } : adjustmentsOf(period, mapped, given);
  const totals = sumTotals(mapped.runs.map((run) => run.totals));
  return {
    outcome: holds.length > 0 ? 'hold' : posted.length > 0 ? 'post' : 'nothing',
    journal_sets: [...posted.flatMap((run) => run.journal ?? []), ...adjustments.journals].map(journalSetAnswer),
    holds,
    warnings: [...mapped.warnings, ...mapped.runs.flatMap((run) => run.warnings)],
    totals: {
      gross: totals.gross.toString(),
      net_pay: totals.netPay.toString(),
      tax_authority: totals.taxAuthority.toString(),
      pension: totals.pension.toString(),
      other: totals.other.toString(),
    },
    ...('recovery' in adjustments ? { recovery: adjustments.recovery } : {}),
    ...('paye' in adjustments ? { paye: adjustments.paye } : {}),
  };
}

export interface MappedDocument {
  readonly period: PayPeriod;
  readonly mapped: MappedPeriod;
  readonly given: PaymentsGiven;
}

function mapDocument(document: unknown): MappedDocument {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw unreadable('It is JSON, but no object with "year", "users", "policy" and "period".');
  }
  const { year, users = [], policy, period: sent } = document as Record<string, unknown>;
  try {
    const period = parsePayPeriod(sent, year);
    const people = peopleByPath(parsePeople(users));
    const given = parseGiven(
      document as Record<string, unknown>,
      policy === undefined ? defaultPolicy : givenPolicy(policy),
    );
    return { period, mapped: mapPeriod(period, { prefix, policy: given.policy, people, offline: true }), given };
  } catch (error) {
    if (error instanceof WrongShape || error instanceof WrongPolicy) throw unreadable(error.problems.join('; '));
    throw error;
  }
}

function journalSetAnswer({ datedOn, description, tag, entries }: Journal): JournalSetAnswer {
  return {
    dated_on: datedOn,
    description,
    tag,
    journal_entries: entries.map((entry) => ({
      category: entry.category,
      ...(entry.user === undefined ? {} : { user: entry.user }),
      debit_value: entry.debit.toString(),
      description: entry.description,
      ...(entry.payslip === undefined ? {} : { payslip: entry.payslip }),
      from: entry.from,
      ...(entry.why === undefined ? {} : { why: entry.why.map(whyAnswer) }),
    })),
  };
}

function whyAnswer(why: Why): WhyAnswer {
  const { employerNi, ofEmployerNi, ...text } = whyText(why);
  return {
    ...text,
    ...(employerNi && { employer_ni: employerNi }),
    ...(ofEmployerNi && { of_employer_ni: ofEmployerNi }),
  };
}
