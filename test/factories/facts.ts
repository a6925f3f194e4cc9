import type { Company } from '../../src/companies/company.js';
import type { JournalSet } from '../../src/books/journal-set.js';
import { fingerprint, parseTag, tagOf } from '../../src/journal/nouns/identity.js';
import type { Entry, Journal } from '../../src/journal/nouns/journal.js';
import type { MappedRun } from '../../src/journal/mapping/mapper.js';
import { Money } from '../../src/journal/nouns/money.js';
import { parsePolicy } from '../../src/journal/policy/policy.js';
import type { Decision } from '../../src/record/runs/decision.entity.js';
import type { Posting } from '../../src/record/runs/posting.entity.js';
import type { SyncRequest } from '../../src/record/runs/sync-record.entity.js';
import type { Write } from '../../src/record/runs/write.entity.js';
import { storedJournal } from '../../src/sync/facts/content.js';
import type { Facts } from '../../src/sync/facts/facts.js';
import { newRun, type RunFacts } from '../../src/sync/facts/run-facts.js';

/** The facts of a sync, for tests of its pure functions. */

const at = new Date('2025-11-10T09:00:00Z');
export const paidOn = '2025-10-31';
export const october = tagOf('counterfoil', 2026, 6, paidOn);
export const september = tagOf('counterfoil', 2026, 5, '2025-09-30');
export const urlOf = (id: number) => `https://books.test/v2/journal_sets/${id}`;

export const company: Company = {
  id: 'elm',
  name: 'Elm Ltd',
  connectionId: 'connection',
  booksId: 'books',
  prefix: 'counterfoil',
  life: 'working',
  policyVersion: 1,
  approval: 'one',
  policy: parsePolicy({ mode: 'auto', amendments: 'ask', postFrom: '2025-04-06' }),
};

export const request: SyncRequest = { trigger: 'command', actor: 'Ruth' };

export function entriesOf(gross: string): readonly Entry[] {
  const debit = Money.parse(gross);
  return [
    { category: '401', debit, description: 'Gross pay', from: [] },
    { category: '902', user: '/v2/users/1', debit: debit.negated(), description: 'Net pay', from: [] },
  ];
}

export function journalOf(gross: string, { tag = october, datedOn = paidOn } = {}): Journal {
  return { datedOn, description: 'Payroll', tag, entries: entriesOf(gross) };
}

function mapped(gross: string, tag: string, datedOn: string): MappedRun {
  const journal = journalOf(gross, { tag, datedOn });
  const totals = { gross: Money.parse(gross), netPay: Money.parse(gross) };
  return {
    tag,
    outcome: 'post',
    journal,
    fingerprint: fingerprint(datedOn, journal.entries),
    payRun: { year: 2026, period: 6, datedOn, payslips: [] },
    holds: [],
    warnings: [],
    people: [],
    statutoryPay: [],
    roles: {},
    totals,
  } as unknown as MappedRun;
}

export const contentKeyOf = (gross: string, datedOn = paidOn) => fingerprint(datedOn, entriesOf(gross));

type Parts = Pick<RunFacts, 'recorded' | 'payroll' | 'looked' | 'thisSync'>;

/** Fields of a run, whatever part of its facts they are in. */
export type RunFields = Partial<
  Omit<RunFacts, keyof Parts> & Parts['recorded'] & Parts['payroll'] & Parts['looked'] & Parts['thisSync']
>;

const partOf: Readonly<Record<string, keyof Parts>> = {
  ...{ row: 'recorded', hadToBeReviewed: 'recorded', postings: 'recorded', open: 'recorded', toLookAgain: 'recorded' },
  ...{ lastFreeLines: 'recorded', decided: 'recorded' },
  ...{ mapped: 'payroll', documentHash: 'payroll', inPayroll: 'payroll', mayComeBack: 'payroll', filed: 'payroll' },
  holds: 'payroll',
  ...{ seen: 'looked', drift: 'looked', guardHolds: 'looked', remarks: 'looked', check: 'looked' },
  ...{ refusal: 'thisSync', tries: 'thisSync', unclear: 'thisSync', rowIsStale: 'thisSync', doneForNow: 'thisSync' },
};

/** The run with these fields, each put where it belongs. */
export const having = (run: RunFacts, fields: RunFields): RunFacts =>
  Object.entries(fields).reduce((known, [name, value]): RunFacts => {
    const part = partOf[name];
    return part ? { ...known, [part]: { ...known[part], [name]: value } } : { ...known, [name]: value };
  }, run);

/** All its fields beside one another. */
export function flat(run: RunFacts | undefined): RunFields {
  if (run === undefined) return {};
  const { recorded, payroll, looked, thisSync, ...own } = run;
  return { ...own, ...recorded, ...payroll, ...looked, ...thisSync };
}

/** A run that is in payroll with this gross pay and not in our record. */
export function runOf(gross: string, over: RunFields = {}): RunFacts {
  const tag = over.tag ?? october;
  const place = parseTag('counterfoil', tag);
  if (!place) throw new Error(`${tag} is no tag of ours`);
  return having(newRun(company, { ...place, tag }), {
    inPayroll: true,
    filed: true,
    mapped: mapped(gross, tag, place.datedOn),
    documentHash: `document of ${gross}`,
    ...over,
  });
}

export function postingOf(gross: string, over: Partial<Posting> = {}): Posting {
  const { datedOn = paidOn } = over;
  return {
    id: over.id ?? 'posting-1',
    companyId: company.id,
    runTag: october,
    tag: october,
    kind: 'post',
    generation: 1,
    state: 'in_books',
    origin: 'posted',
    journalSet: urlOf(1),
    datedOn,
    description: 'Payroll',
    lines: storedJournal(journalOf(gross)).lines,
    fingerprint: contentKeyOf(gross, datedOn),
    policyVersion: 1,
    roles: {},
    writeId: null,
    documentHash: null,
    postAgain: false,
    createdAt: at,
    endedAt: null,
    readAt: at,
    finding: null,
    ...over,
  };
}

export const setOf = ({ journalSet, tag, datedOn, lines }: Posting): JournalSet => ({
  url: journalSet,
  tag,
  datedOn,
  description: 'Payroll',
  entries: lines.map(({ category, user, debit, description }, index) => ({
    url: `${journalSet}/entries/${index}`,
    category,
    user,
    debit: Money.parse(debit),
    description,
  })),
});

export const writeOf = (gross: string, over: Partial<Write> = {}): Write => ({
  id: 'write-1',
  companyId: company.id,
  runTag: october,
  tag: october,
  kind: 'post',
  state: 'sending',
  target: postingOf(gross),
  targetFingerprint: contentKeyOf(gross),
  before: null,
  beforeFingerprint: null,
  setUrl: null,
  datedOn: paidOn,
  sendBy: at,
  holder: 'this process',
  fence: '1',
  attempts: 1,
  waitedMs: 0,
  lookedAt: null,
  lookedAtService: null,
  answer: null,
  decisionId: null,
  syncId: null,
  actor: 'Ruth',
  trigger: 'command',
  policyVersion: 1,
  roles: {},
  documentHash: null,
  decided: null,
  postAgain: false,
  createdAt: at,
  settledAt: null,
  lookAgainAt: null,
  ...over,
});

export const decisionOf = (kind: Decision['kind'], over: Partial<Decision> = {}): Decision => ({
  id: `decision to ${kind}`,
  companyId: company.id,
  connectionId: null,
  scope: 'run',
  kind,
  tag: october,
  field: null,
  userPath: null,
  treatment: null,
  holdCode: null,
  fingerprint: null,
  figures: null,
  onDate: null,
  reason: 'seen',
  actor: 'Ruth',
  at,
  endedAt: null,
  ...over,
});

export function factsOf(runs: readonly RunFacts[], over: Partial<Facts> = {}): Facts {
  return {
    company,
    request,
    runs: new Map(runs.map((run) => [run.tag, run])),
    periods: [],
    payments: new Map(),
    refigured: new Set(),
    decisions: runs.flatMap(({ recorded: { decided } }) => decided),
    inherited: [],
    fetched: [],
    unread: new Set(),
    problems: [],
    outdated: false,
    policies: new Map(),
    ...over,
  };
}

/** Frozen in depth: writing into it throws. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (value instanceof Map || value instanceof Set) {
    for (const one of [...value.entries()].flat()) frozen(one);
    Object.assign(value, { set: refuse, add: refuse, delete: refuse, clear: refuse });
  }
  for (const one of Object.values(value)) frozen(one);
  return Object.freeze(value);
}

function refuse(): never {
  throw new TypeError('facts are never changed');
}
