/** The answer about a company's control accounts on one day: kept, shown on pages, and sent as JSON. */

/** Parts that a person named: they need no one until the item or its amount changes. */
export const namedStates = [
  ...(['hmrc_interest_or_penalty', 'refund_or_set_off', 'rounding', 'brought_forward'] as const),
  ...(['left_on_account', 'accepted'] as const),
] as const;
export type NamedState = (typeof namedStates)[number];

export const openStates = [
  ...(['due', 'no_payment_posted', 'part_paid', 'on_account', 'one_of_these'] as const),
  ...(['paid_not_yet_explained', 'cannot_tell_yet'] as const),
  ...(['paid_twice', 'paid_over', 'credit', 'credited', 'other_postings', 'unexplained'] as const),
  ...namedStates,
] as const;
export type OpenState = (typeof openStates)[number];

/** `due`: in its own days, or waiting for the bank feed. */
const quiet: ReadonlySet<OpenState> = new Set(['due', ...namedStates]);
export const needsAPerson = ({ state }: Pick<OpenPart, 'state'>): boolean => !quiet.has(state);

export const companyStates = ['clear', 'open', 'cannot_tell', 'unread'] as const;
export type CompanyState = (typeof companyStates)[number];

interface Place {
  readonly account: string;
  /** The person's address, as payroll names it. */
  readonly user?: string;
  readonly name: string;
}

/** One thing that is known to be wrong, with all the accounts it is on. */
export interface Cause {
  readonly what: string;
  readonly todo: string;
  /** Its words for a reader who may not see what each person is paid. */
  readonly inTotals?: string;
  /** The pay run that it is about. */
  readonly run?: {
    readonly year: number;
    readonly period: number;
    readonly datedOn: string;
    readonly fromSource?: string;
  };
  /** We do not know yet. */
  readonly isInDoubt?: true;
  /** The bank ends too early to tell. */
  readonly isOfBank?: true;
  readonly accounts: readonly (Place & { readonly amount: string } & Partial<CausePart>)[];
}

/** An open item that a cause holds: by its id a person may still name it. */
export type CausePart = Pick<OpenPart, 'id' | 'item' | 'due'>;

/** What is open of one item. If more was cleared than was owed, the amount is negative. */
export interface OpenPart {
  /** The id by which a person names it. */
  readonly id: string;
  readonly item: string;
  readonly due: string;
  readonly amount: string;
  readonly state: OpenState;
  /** What may be behind it; none of these is a claim. */
  readonly hints: readonly string[];
  /** Why a person named it. */
  readonly reason?: string;
}

/** One account, or one person's part of it: balance = notDue + known + what is open. */
export interface AccountAnswer extends Place {
  readonly balance: string;
  /** What is not due yet, or has no day, less what was paid ahead. */
  readonly notDue: string;
  /** What the causes come to here. */
  readonly known: string;
  readonly open: readonly OpenPart[];
  /** Of PAYE: what came off the account in its own days by exactly its amount, and is not open. */
  readonly cleared?: readonly Cleared[];
}

/** An item that the books have as paid: no one says by whom. */
export interface Cleared {
  readonly id: string;
  readonly amount: string;
}

export interface Answer {
  readonly state: Exclude<CompanyState, 'unread'>;
  readonly causes: readonly Cause[];
  readonly accounts: readonly AccountAnswer[];
}

export const nothingKnown: Answer = { state: 'clear', causes: [], accounts: [] };

interface Counted {
  readonly causes: readonly unknown[];
  readonly accounts: readonly { readonly open: readonly Pick<OpenPart, 'state'>[] }[];
}

/** How many things a person has to look at. */
export function countOpen({ causes, accounts }: Counted): number {
  return causes.length + accounts.flatMap(({ open }) => open.filter(needsAPerson)).length;
}

export function stateOf(causes: readonly Cause[], accounts: readonly AccountAnswer[]): Answer['state'] {
  const open = accounts.flatMap((one) => one.open.filter(needsAPerson));
  if (causes.length + open.length === 0) return 'clear';
  const isUnknown =
    causes.every(({ isInDoubt }) => isInDoubt) && open.every(({ state }) => state === 'cannot_tell_yet');
  return isUnknown ? 'cannot_tell' : 'open';
}
