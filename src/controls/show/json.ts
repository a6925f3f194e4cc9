import type { CompanyState } from '../answer.js';
import type { AccountShown, CauseShown, ReadingShown } from './readings.js';

/** One company's block, as the API and `controls --json` answer it. */
export interface CompanyJson {
  readonly company: string;
  readonly companyId: string;
  readonly state: CompanyState;
  readonly causes: readonly Pick<CauseShown, 'what' | 'todo' | 'accounts'>[];
  readonly accounts: readonly AccountShown[];
  readonly readAt: string | null;
  readonly asOn: string | null;
}

type Read = Pick<ReadingShown, 'company' | 'companyId' | 'asOn' | 'readAt' | 'state' | 'causes' | 'accounts'> & {
  /** With what is to be done about it. */
  readonly problem?: string | { readonly title: string; readonly todo: string };
};

/** Where the books could not be read, that is the one cause: what was read before says nothing of today. */
export function jsonOf({ company, companyId, asOn, readAt, state, causes, accounts, problem }: Read): CompanyJson {
  const named = { company, companyId };
  if (problem !== undefined) {
    const { title, todo } = typeof problem === 'string' ? { title: problem, todo: 'Read the books again.' } : problem;
    const cause = { what: title, todo, accounts: [] };
    return { ...named, state: 'cannot_tell', causes: [cause], accounts: [], readAt: null, asOn };
  }
  const shown = causes.map(({ what, todo, accounts: on }) => ({ what, todo, accounts: on }));
  return { ...named, state, causes: shown, accounts, readAt: readAt.toISOString(), asOn };
}

export const unreadJson = (company: string, companyId: string): CompanyJson => ({
  ...{ company, companyId, state: 'unread', causes: [], accounts: [], readAt: null, asOn: null },
});
