import { In, IsNull } from 'typeorm';
import { CompanyRow } from '../../companies/company.entity.js';
import { onlyAmong } from '../../ground/among.js';
import type { ReadRows } from '../../ground/rows.js';
import { ClientApproval } from '../../record/client-approval.entity.js';
import { type Adjustment, isAdjustment } from '../../record/runs/adjustment.js';
import { isPaidByPayroll, monthFingerprint } from '../../record/runs/month-figures.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { Assignment } from '../../record/work-of-persons.entity.js';
import type { Viewer } from '../../access/viewer.js';
import { nameShown } from '../words/name-shown.js';
import { unassigned, workKey } from '../lists/assignees.js';

/** What a client said when they were last asked about a month's payments; `silent`: nothing yet. */
export type ClientSays = 'approved' | 'asks' | 'silent';

export interface ClientAnswer {
  readonly says: ClientSays;
  /** The figures have changed since, so the answer no longer counts. */
  readonly void: boolean;
  readonly askedBy: string;
  readonly askedAt: Date;
  readonly expiresAt: Date;
  /** The name that the client gave. */
  readonly by?: string;
  readonly at?: Date;
  /** Only for viewers who may see pay: a client's words may name people and amounts. */
  readonly words?: string;
}

/** A month whose client has asked something, or has not answered. */
export interface ClientWait extends Omit<ClientAnswer, 'void'> {
  readonly companyId: string;
  readonly company: string;
  readonly year: number;
  readonly period: number;
  /** The pay run whose page shows it. */
  readonly datedOn: string;
  readonly tag: string;
}

type Month = Pick<PayRunRecord, 'year' | 'period'>;

export interface ClientWaitFilter extends Partial<Month> {
  /** Part of a company's name. */
  readonly search?: string;
  /** Only months with a pay run assigned to this person, or to no one. */
  readonly assignee?: string;
}

const says = { approved: 'approved', query: 'asks' } as const satisfies Record<string, ClientSays>;

export function answerOf(asked: ClientApproval, now: string, { pay }: Pick<Viewer, 'pay'>): ClientAnswer {
  const { answer, fingerprint, askedBy, askedAt, expiresAt, answeredBy, answeredAt, words } = asked;
  return {
    says: answer === null ? 'silent' : says[answer],
    void: fingerprint !== now,
    askedBy: nameShown(askedBy),
    askedAt,
    expiresAt,
    ...(answeredBy !== null && { by: answeredBy }),
    ...(answeredAt !== null && { at: answeredAt }),
    ...(pay && words !== null && words !== '' && { words }),
  };
}

/** The last question to the client of a month, and the answer. */
export async function clientAnswer(
  rows: ReadRows,
  viewer: Pick<Viewer, 'pay'>,
  { companyId, year, period }: Pick<PayRunRecord, 'companyId' | 'year' | 'period'>,
): Promise<ClientAnswer | undefined> {
  const order = { askedAt: 'DESC', id: 'DESC' } as const;
  const [asked] = await rows.find(ClientApproval, {
    where: { companyId, year, period, endedAt: IsNull() },
    order,
    take: 1,
  });
  if (asked === undefined) return undefined;
  const figures = (await figuresOf(rows, { year, period }, [companyId])).get(keyOf(asked));
  return answerOf(asked, monthFingerprint(figures ?? noFigures), viewer);
}

/**
 * The months whose client asks something, until they are asked again, and those whose client has not answered, until
 * the whole month is signed off. A change of figures ends both.
 */
export async function clientWaits(
  rows: ReadRows,
  viewer: Viewer,
  filter: ClientWaitFilter = {},
): Promise<readonly ClientWait[]> {
  const open = await lastAsked(rows, viewer, filter);
  const isWork = filter.assignee === undefined ? undefined : await workOf(rows, filter.assignee);
  const figures = await figuresOfEach(rows, open);
  const waits = open.flatMap(({ asked, company }): ClientWait[] => {
    const { companyId, year, period } = asked;
    const of = figures.get(keyOf(asked)) ?? noFigures;
    const runs = of.runs.filter(isPaidByPayroll);
    const [run] = runs;
    if (run === undefined) return [];
    if (isWork !== undefined && !runs.some(({ tag }) => isWork({ companyId, tag }))) return [];
    const { void: isVoid, ...answer } = answerOf(asked, monthFingerprint(of), viewer);
    const isClosed = answer.says === 'silent' && runs.every(({ signedOffAt }) => signedOffAt !== null);
    return isVoid || isClosed
      ? []
      : [{ ...answer, companyId, company, year, period, datedOn: run.datedOn, tag: run.tag }];
  });
  return waits.sort((a, b) => b.year - a.year || b.period - a.period || a.company.localeCompare(b.company, 'en'));
}

interface Open {
  readonly asked: ClientApproval;
  readonly company: string;
}

/** The last question put to the client of each month, unless it was approved. */
async function lastAsked(rows: ReadRows, viewer: Viewer, { year, period, search }: ClientWaitFilter) {
  const query = rows
    .createQueryBuilder(ClientApproval, 'a')
    .innerJoin(CompanyRow, 'c', 'c.id = a.companyId')
    .addSelect('c.name', 'company')
    .where(`c.life <> 'left' AND a.endedAt IS NULL AND (a.answer IS NULL OR a.answer = 'query')`);
  const later = query
    .subQuery()
    .select('1')
    .from(ClientApproval, 'l')
    .where('l.companyId = a.companyId AND l.year = a.year AND l.period = a.period AND l.endedAt IS NULL')
    .andWhere('(l.askedAt > a.askedAt OR (l.askedAt = a.askedAt AND l.id > a.id))');
  query.andWhere(`NOT EXISTS ${later.getQuery()}`);
  onlyAmong(query, 'c.id', viewer.companies);
  if (year !== undefined) query.andWhere('a.year = :year AND a.period = :period', { year, period });
  const { raw, entities } = await query.getRawAndEntities<{ company: string }>();
  const all = entities.map((asked, index): Open => ({ asked, company: raw[index]?.company ?? '' }));
  const part = search?.toLowerCase() ?? '';
  return all.filter(({ company }) => company.toLowerCase().includes(part));
}

const columns = [
  ...(['companyId', 'year', 'period', 'kind', 'tag', 'datedOn', 'fingerprint', 'gone', 'signedOffAt'] as const),
  ...(['inPayment', 'journalSet', 'state'] as const),
];
type Column = (typeof columns)[number];

interface Figures {
  readonly runs: Pick<PayRunRecord, Column>[];
  readonly adjustments: Pick<Adjustment, Column>[];
}

export const noFigures: Figures = { runs: [], adjustments: [] };
export const keyOf = ({ companyId, year, period }: Pick<PayRunRecord, 'companyId' | 'year' | 'period'>) =>
  `${companyId} ${year} ${period}`;
const companiesPerRead = 200;

async function figuresOfEach(rows: ReadRows, open: readonly Open[]): Promise<ReadonlyMap<string, Figures>> {
  const idsOf = new Map<string, string[]>();
  for (const { asked } of open) {
    const month = `${asked.year} ${asked.period}`;
    idsOf.set(month, [...(idsOf.get(month) ?? []), asked.companyId]);
  }
  const found = new Map<string, Figures>();
  for (const [month, ids] of idsOf) {
    const [year = 0, period = 0] = month.split(' ').map(Number);
    for (const [key, figures] of await figuresOf(rows, { year, period }, ids)) found.set(key, figures);
  }
  return found;
}

/** One month's figures of many companies, by pay date. */
export async function figuresOf(rows: ReadRows, month: Month, companyIds: readonly string[]) {
  const found = new Map<string, Figures>();
  const at = (key: string): Figures => {
    const figures = found.get(key) ?? { runs: [], adjustments: [] };
    found.set(key, figures);
    return figures;
  };
  const order = { datedOn: 'ASC', tag: 'ASC' } as const;
  const { year, period } = month;
  for (let from = 0; from < companyIds.length; from += companiesPerRead) {
    const where = { companyId: In(companyIds.slice(from, from + companiesPerRead)), year, period };
    for (const run of await rows.select(PayRunRecord, columns, { where, order })) {
      if (isAdjustment(run)) at(keyOf(run)).adjustments.push(run);
      else at(keyOf(run)).runs.push(run);
    }
  }
  return found;
}

async function workOf(rows: ReadRows, assignee: string): Promise<(run: RunOf) => boolean> {
  const isUnassigned = assignee === unassigned;
  const found = await rows.findBy(Assignment, isUnassigned ? {} : { personId: assignee });
  const work = new Set(found.map(workKey));
  return (run) => work.has(workKey(run)) !== isUnassigned;
}

type RunOf = Pick<Assignment, 'companyId' | 'tag'>;

const clientWords: Readonly<Record<ClientSays, string>> = {
  approved: 'The client has approved',
  asks: 'The client asks',
  silent: 'The client has not answered',
};

/** 'The client asks: “Why is Vale paid?”' */
export function clientInWords({ says, words }: Pick<ClientAnswer, 'says' | 'words'>): string {
  return words === undefined ? clientWords[says] : `${clientWords[says]}: “${words}”`;
}
