import type { CompanyState } from '../../record/control-answer.js';
import type { AccountShown, CauseShown, ReadingShown } from './readings.js';

/** One company's block, as the API and `controls --json` answer it. */
export interface CompanyJson {
  readonly company: string;
  readonly companyId: string;
  readonly state: CompanyState;
  readonly causes: readonly Pick<CauseShown, 'what' | 'todo' | 'accounts' | 'isOfBank'>[];
  readonly accounts: readonly AccountShown[];
  readonly readAt: string | null;
  readonly asOn: string | null;
}

type Read = Pick<
  ReadingShown,
  'company' | 'companyId' | 'asOn' | 'readAt' | 'state' | 'causes' | 'accounts' | 'problem'
>;

/** If the books could not be read again, the earlier reading says nothing about today. */
export function jsonOf({ company, companyId, asOn, readAt, state, causes, accounts, problem }: Read): CompanyJson {
  if (problem !== undefined) return unreadJson(company, companyId, { detail: problem, todo: 'Read the books again.' });
  // Without a pay run there was nothing to compare: that is not the same as clear.
  if (accounts.length + causes.length === 0 && state === 'clear') return unreadJson(company, companyId);
  return { company, companyId, state, causes, accounts, readAt: readAt.toISOString(), asOn };
}

/** A company that was never read, or could not be: the one cause says why. */
export const unreadJson = (
  company: string,
  companyId: string,
  problem?: { readonly detail: string; readonly todo: string },
): CompanyJson => ({
  company,
  companyId,
  state: problem === undefined ? 'unread' : 'cannot_tell',
  causes: problem === undefined ? [] : [{ what: problem.detail, todo: problem.todo, accounts: [] }],
  accounts: [],
  readAt: null,
  asOn: null,
});
