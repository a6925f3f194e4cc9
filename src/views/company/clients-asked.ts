import { In } from 'typeorm';
import type { PersonalRights } from '../../access/principal.js';
import type { Viewer } from '../../access/viewer.js';
import { CompanyRow } from '../../companies/company.entity.js';
import { PolicyVersion } from '../../companies/policy-version.entity.js';
import { onlyAmong } from '../../ground/among.js';
import type { ReadRows } from '../../ground/rows.js';
import { ClientApproval } from '../../record/client-approval.entity.js';
import { ClientMail, type ClientMailKind, type NotMailed } from '../../record/messages/client-mail.entity.js';
import { isPaidByPayroll, monthFingerprint } from '../../record/runs/month-figures.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { parsedOnce } from '../checks/scheme-years.js';
import { answerOf, type ClientAnswer, figuresOf, keyOf, noFigures } from './client-answers.js';
import { clientLinkState, type Maker, rightsOfMaker } from './client-links.js';

/**
 * How far a client's approval of a month is. `void`: the figures have changed since it was asked; `ended`: the link was
 * withdrawn or is too old, or its maker may not make one any more.
 */
export const askedStates = ['not_asked', 'no_answer', 'asks', 'approved', 'void', 'ended'] as const;
export type AskedState = (typeof askedStates)[number];

/** The last e-mail to the client about the month. */
export interface MailShown {
  readonly kind: ClientMailKind;
  readonly state: 'waiting' | 'sent' | 'failed';
  /** When it was sent or given up; of one that waits, when it was asked for. */
  readonly at: Date;
  readonly why?: NotMailed;
}

/** A client, one of its months, and what it said of that. It has no amount. */
export interface ClientAsked extends Partial<Omit<ClientAnswer, 'says' | 'void'>> {
  readonly companyId: string;
  readonly company: string;
  readonly year: number;
  readonly period: number;
  readonly runs: readonly Pick<PayRunRecord, 'datedOn' | 'tag' | 'state'>[];
  /** Nothing of the month is posted before the client has approved. Of a client that is only checked nothing is posted. */
  readonly isNeeded: boolean;
  readonly state: AskedState;
  /** Of the month's figures as they are now. */
  readonly fingerprint: string;
  /** Where it would be mailed; only for viewers who may see pay, who alone may ask. */
  readonly address?: string;
  /** Days after which it is reminded by itself, once. */
  readonly reminderDays?: number;
  readonly mail?: MailShown;
  /** When it was last reminded of these figures. */
  readonly remindedAt?: Date;
}

interface Month {
  readonly year: number;
  readonly period: number;
}

/** What payroll has no figures for yet, what was there before us, and what is told elsewhere. */
const notAsked = ['not_ready', 'overdue', 'before_cutover', 'moved'];

/** The clients with a pay run of the month to approve, by name. */
export async function clientsAsked(
  rows: ReadRows,
  viewer: Viewer,
  { year, period }: Month,
  now: Date,
): Promise<readonly ClientAsked[]> {
  const month = { year, period };
  const companies = await companiesOf(rows, viewer, month);
  const ids = companies.map(({ id }) => id);
  const figures = await figuresOf(rows, month, ids);
  const links = await latestFirst(rows, ClientApproval, month, ids);
  const mails = await latestFirst(rows, ClientMail, month, ids);
  const rightsOf = rightsRead(rows);
  const policyOf = parsedOnce();
  const found: ClientAsked[] = [];
  for (const { id: companyId, name: company, policy: text } of companies) {
    const of = figures.get(keyOf({ companyId, ...month })) ?? noFigures;
    const { clientApproval, clientEmail, clientReminder, mode } = policyOf(text);
    const fingerprint = monthFingerprint(of);
    const own = links.get(companyId) ?? [];
    const [mail] = mails.get(companyId) ?? [];
    found.push({
      companyId,
      company,
      ...month,
      runs: of.runs.filter(isPaidByPayroll).map(({ datedOn, tag, state }) => ({ datedOn, tag, state })),
      isNeeded: clientApproval === 'before' && mode !== 'check',
      fingerprint,
      ...(await askedOf(rows, own, { fingerprint, viewer, now, rightsOf })),
      ...(viewer.pay && clientEmail !== null && { address: clientEmail }),
      ...(clientReminder !== null && { reminderDays: clientReminder }),
      ...(mail && { mail: mailShown(mail) }),
      ...remindedOf(mails.get(companyId) ?? [], fingerprint),
    });
  }
  return found;
}

interface Judging {
  readonly fingerprint: string;
  readonly viewer: Viewer;
  readonly now: Date;
  readonly rightsOf: (maker: Maker) => Promise<PersonalRights | undefined>;
}

/** By the last of its links, latest first, that was not ended; `clientAnswer` goes by the same. */
async function askedOf(
  rows: ReadRows,
  links: readonly ClientApproval[],
  { fingerprint, viewer, now, rightsOf }: Judging,
): Promise<Pick<ClientAsked, 'state'> & Partial<ClientAnswer>> {
  const last = links.find(({ endedAt }) => endedAt === null);
  if (last === undefined) return { state: links.length === 0 ? 'not_asked' : 'ended' };
  const { says, void: isVoid, ...answer } = answerOf(last, fingerprint, viewer);
  if (isVoid) return { state: 'void', ...answer };
  if (says !== 'silent') return { state: says, ...answer };
  const isOpen = (await clientLinkState(rows, last, now, rightsOf)) === 'open';
  return { state: isOpen ? 'no_answer' : 'ended', ...answer };
}

/** A practice's links are made by few: each is read once. */
function rightsRead(rows: ReadRows): Judging['rightsOf'] {
  const read = new Map<string, Promise<PersonalRights | undefined>>();
  return ({ askedBy, askedThrough }) => {
    const key = `${askedThrough} ${askedBy}`;
    const rights = read.get(key) ?? rightsOfMaker(rows, { askedBy, askedThrough });
    read.set(key, rights);
    return rights;
  };
}

function mailShown({ kind, sentAt, gaveUpAt, why, createdAt }: ClientMail): MailShown {
  if (sentAt !== null) return { kind, state: 'sent', at: sentAt };
  if (gaveUpAt === null) return { kind, state: 'waiting', at: createdAt };
  return { kind, state: 'failed', at: gaveUpAt, ...(why && { why }) };
}

function remindedOf(mails: readonly ClientMail[], fingerprint: string): Pick<ClientAsked, 'remindedAt'> {
  const last = mails.find((one) => one.kind === 'reminder' && one.sentAt !== null && one.fingerprint === fingerprint);
  return last?.sentAt ? { remindedAt: last.sentAt } : {};
}

interface OfCompany {
  readonly id: string;
  readonly name: string;
  readonly policy: string;
}

function companiesOf(rows: ReadRows, { companies }: Viewer, month: Month): Promise<readonly OfCompany[]> {
  const query = rows
    .createQueryBuilder()
    .select('c.id', 'id')
    .addSelect('c.name', 'name')
    .addSelect('v.policy', 'policy')
    .from(CompanyRow, 'c')
    .innerJoin(PolicyVersion, 'v', 'v.companyId = c.id AND v.version = c.policyVersion')
    .where(`c.life <> 'left'`)
    .andWhere(
      `EXISTS (SELECT 1 FROM pay_runs r WHERE r.company_id = c.id AND r.year = :year AND r.period = :period
        AND r.kind = 'payroll' AND r.fingerprint IS NOT NULL AND NOT r.gone AND r.state NOT IN (:...notAsked))`,
      { ...month, notAsked },
    )
    .orderBy('c.name')
    .addOrderBy('c.id');
  onlyAmong(query, 'c.id', companies);
  return query.getRawMany<OfCompany>();
}

const companiesPerRead = 200;

/** One month's links or e-mails, by company. */
async function latestFirst<Row extends ClientApproval | ClientMail>(
  rows: ReadRows,
  entity: new () => Row,
  month: Month,
  companyIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Row[]>> {
  const found = new Map<string, Row[]>();
  const at = (row: Row) => ('askedAt' in row ? row.askedAt : row.createdAt).getTime();
  for (let from = 0; from < companyIds.length; from += companiesPerRead) {
    const where = { companyId: In(companyIds.slice(from, from + companiesPerRead)), ...month };
    for (const row of await rows.findBy<ClientApproval | ClientMail>(entity, where))
      found.set(row.companyId, [...(found.get(row.companyId) ?? []), row as Row]);
  }
  for (const all of found.values()) all.sort((a, b) => at(b) - at(a) || (a.id < b.id ? 1 : -1));
  return found;
}
