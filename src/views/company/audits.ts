import type * as z from 'zod';
import type { Viewer } from '../../access/viewer.js';
import type { AuditAnswer, auditShown } from '../../audit/answer.js';
import { CompanyRow } from '../../companies/company.entity.js';
import { onlyAmong } from '../../ground/among.js';
import type { ReadRows } from '../../ground/rows.js';
import { integer, type Page, type PageAsked, type SeekKeys, seek } from '../../ground/seek.js';
import type { Money } from '../../journal/nouns/money.js';
import { AuditRecord } from '../../record/audit.entity.js';

/** An audit as it was last made. */
export interface AuditKept {
  readonly readAt: Date;
  readonly answer: AuditSeen;
  /** What payroll says of each pay run, if the viewer may see pay. */
  readonly should?: AuditRecord['should'];
}

/** Who may not see pay sees verdicts and causes. */
export type AuditSeen = z.output<typeof auditShown>;

/** Of a tax year, or the last that was made. */
export async function auditKept(
  rows: ReadRows,
  { pay }: Pick<Viewer, 'pay'>,
  { companyId, year }: { readonly companyId: string; readonly year?: number },
): Promise<AuditKept | undefined> {
  const where = { companyId, ...(year !== undefined && { year }) };
  const [row] = await rows.find(AuditRecord, { where, order: { readAt: 'DESC' }, take: 1 });
  if (row === undefined) return undefined;
  const { readAt, answer, should } = row;
  return pay ? { readAt, answer, should } : { readAt, answer: withoutAmounts(answer) };
}

export const causesWithoutAmounts = (causes: AuditSeen['runs'][number]['causes']): typeof causes =>
  causes.map(({ cause, correctedBy }) => ({ cause, ...(correctedBy && { correctedBy }), accounts: [] }));

/** Also without the accounts: how many lines a cause has, and of whom, is someone’s pay. */
function withoutAmounts({ year, runs, other, causes }: AuditAnswer): AuditSeen {
  return {
    year,
    runs: runs.map(({ amount: _, causes: own, ...run }) => ({ ...run, causes: causesWithoutAmounts(own) })),
    other: other.map(({ set, datedOn }) => ({ set, datedOn, accounts: [] })),
    accounts: [],
    causes: causes.map(({ cause, runs: count }) => ({ cause, runs: count })),
  };
}

export interface AuditListed {
  readonly companyId: string;
  readonly company: string;
  readonly year: number;
  readonly readAt: Date;
  readonly wrong: number;
  /** Undefined when the viewer may not see amounts. */
  readonly misstated?: Money;
}

/** A bigint in SQL; a safe integer here. */
const pence = (text: string): number | undefined => (/^\d{1,15}$/.test(text) ? Number(text) : undefined);

interface Found {
  readonly company: string;
  readonly row: AuditRecord;
}

/** Worst first: by what is out on creditors and profit, then by how many runs are wrong. */
const worstFirst: SeekKeys<Found> = [
  { column: 'a.misstated', descending: true, parse: pence, of: ({ row }) => Number(row.misstated.toPence()) },
  { column: 'a.wrong', descending: true, parse: integer, of: ({ row }) => row.wrong },
  { column: 'a.companyId', of: ({ row }) => row.companyId },
];
/** The order of amounts tells of amounts. */
const mostFirst = worstFirst.slice(1);

/** The audits of a tax year, of every client within reach that has one. */
export async function auditsListed(
  rows: ReadRows,
  viewer: Pick<Viewer, 'pay' | 'companies'>,
  year: number,
  page: PageAsked,
): Promise<Page<AuditListed>> {
  const query = rows
    .createQueryBuilder(AuditRecord, 'a')
    .innerJoin(CompanyRow, 'c', 'c.id = a.companyId')
    .select(['companyId', 'year', 'readAt', 'wrong', 'misstated'].map((name) => `a.${name}`))
    .addSelect('c.name', 'company')
    .where('a.year = :year', { year });
  onlyAmong(query, 'a.companyId', viewer.companies);
  const read = async () => {
    const { raw, entities } = await query.getRawAndEntities<{ company: string }>();
    return entities.map((row, index): Found => ({ row, company: raw[index]?.company ?? '' }));
  };
  const found = await seek({ query, keys: viewer.pay ? worstFirst : mostFirst, read }, page);
  return {
    ...found,
    rows: found.rows.map(({ company, row: { companyId, readAt, wrong, misstated } }) => ({
      companyId,
      company,
      year,
      readAt,
      wrong,
      ...(viewer.pay && { misstated }),
    })),
  };
}
