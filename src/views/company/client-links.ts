import { IsNull } from 'typeorm';
import { ApiToken } from '../../access/api-token.entity.js';
import { rightsOfToken } from '../../access/token-rights.js';
import { personOfName, rightsOfPerson } from '../../access/people.js';
import { hasRole, type PersonalRights, reaches } from '../../access/principal.js';
import type { ReadRows } from '../../ground/rows.js';
import { ClientApproval } from '../../record/client-approval.entity.js';
import { nameShown } from '../words/name-shown.js';

/** `ended`: withdrawn, another link of its month was answered, or its maker may no longer make links. */
export type ClientLinkState = 'open' | 'answered' | 'ended' | 'expired';

export interface ClientLink
  extends Pick<ClientApproval, 'id' | 'year' | 'period' | 'askedBy' | 'askedAt' | 'expiresAt'> {
  readonly state: ClientLinkState;
}

/** Checked at each use: a link never lets a client see what its maker may no longer show. */
export async function clientLinkState(
  rows: ReadRows,
  link: ClientApproval,
  now: Date,
  rightsOf: (maker: Maker) => Promise<PersonalRights | undefined> = (maker) => rightsOfMaker(rows, maker),
): Promise<ClientLinkState> {
  if (link.answer !== null) return 'answered';
  if (link.endedAt !== null) return 'ended';
  if (link.expiresAt <= now) return 'expired';
  return mayShow(await rightsOf(link), link.companyId) ? 'open' : 'ended';
}

/** Who made a link, and through which door. */
export type Maker = Pick<ClientApproval, 'askedBy' | 'askedThrough'>;

/** Whether someone of these rights may show a client's payments to the client. */
export const mayShow = (maker: PersonalRights | undefined, companyId: string): boolean =>
  maker !== undefined && hasRole(maker, 'reviewer') && maker.pay && reaches(maker, companyId);

/** No two people, and no person and program, ever have the same name; an erased name is no one's. */
export async function rightsOfMaker(
  rows: ReadRows,
  { askedBy: name, askedThrough }: Maker,
): Promise<PersonalRights | undefined> {
  const person = await personOfName(rows, name);
  if (person) return rightsOfPerson(rows, person.id);
  // A person who can run commands has every right, and need not be a person here.
  if (askedThrough === 'command') return { name, role: 'admin', pay: true, companies: null };
  const token = await rows.findOneBy(ApiToken, { name, personId: IsNull(), revokedAt: IsNull() });
  return token ? rightsOfToken(rows, token) : undefined;
}

/** The links of a month, or of all of them, latest first. */
export async function clientLinks(
  rows: ReadRows,
  { companyId, year, period }: Pick<ClientApproval, 'companyId'> & Partial<Pick<ClientApproval, 'year' | 'period'>>,
  now: Date,
): Promise<readonly ClientLink[]> {
  const order = { askedAt: 'DESC', id: 'DESC' } as const;
  const where = { companyId, ...(year !== undefined && { year }), ...(period !== undefined && { period }) };
  const found = await rows.find(ClientApproval, { where, order, take: linksShownMax });
  const states = await Promise.all(found.map((one) => clientLinkState(rows, one, now)));
  return found.map(({ id, year, period, askedBy, askedAt, expiresAt }, at) => {
    const shown = { id, year, period, askedBy: nameShown(askedBy), askedAt, expiresAt };
    return { ...shown, state: states[at] ?? 'ended' };
  });
}

const linksShownMax = 100;
