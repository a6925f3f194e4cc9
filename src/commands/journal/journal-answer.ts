import { parsePayPeriod, parsePeople, peopleByPath, WrongShape } from '../../books/wire.js';
import type { Hold, Warning } from '../../journal/holds.js';
import type { Journal } from '../../journal/journal.js';
import { type MappedPeriod, mapPeriod } from '../../journal/mapper.js';
import { defaultPolicy, parsePolicy, WrongPolicy } from '../../journal/policy.js';
import { sumTotals } from '../../journal/totals.js';
import { unreadable } from './journal-documents.js';

const prefix = 'counterfoil';

interface EntryAnswer {
  readonly category: string;
  readonly user?: string;
  readonly debit_value: string;
  readonly description: string;
  readonly payslip?: string;
  readonly from: readonly string[];
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
}

/** What must come of one payroll document; throws a Problem that names what is wrong with it. */
export function answerTo(document: unknown): Answer {
  const mapped = mapDocument(document);
  const holds = mapped.runs.flatMap((run) => run.holds);
  const posted = holds.length > 0 ? [] : mapped.runs.filter((run) => run.outcome === 'post');
  const totals = sumTotals(mapped.runs.map((run) => run.totals));
  return {
    outcome: holds.length > 0 ? 'hold' : posted.length > 0 ? 'post' : 'nothing',
    journal_sets: posted.flatMap((run) => run.journal ?? []).map(journalSetAnswer),
    holds,
    warnings: [...mapped.warnings, ...mapped.runs.flatMap((run) => run.warnings)],
    totals: {
      gross: totals.gross.toString(),
      net_pay: totals.netPay.toString(),
      tax_authority: totals.taxAuthority.toString(),
      pension: totals.pension.toString(),
      other: totals.other.toString(),
    },
  };
}

function mapDocument(document: unknown): MappedPeriod {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw unreadable('It is JSON, but no object with "year", "users", "policy" and "period".');
  }
  const { year, users = [], policy, period } = document as Record<string, unknown>;
  try {
    return mapPeriod(parsePayPeriod(period, year), {
      prefix,
      policy: policy === undefined ? defaultPolicy : parsePolicy(policy),
      people: peopleByPath(parsePeople(users)),
      offline: true,
    });
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
    })),
  };
}
