import * as z from 'zod';

export interface Account {
  /** '401', or '902-3' for a sub account. */
  readonly code: string;
  readonly name: string;
  readonly url: string;
  /** The user whose sub account it is; the suffix of its code is not the user's id. */
  readonly userPath?: string;
}

/** A company's chart of accounts, by nominal code. */
export class Chart {
  private readonly urls = new Map<string, string>();

  constructor(readonly accounts: readonly Account[]) {
    for (const { code, url } of accounts) this.urls.set(code, url);
    // An account that the service lists only by its sub accounts exists too.
    for (const { code, url } of accounts) {
      const parent = withoutSuffix(code);
      if (!this.urls.has(parent)) this.urls.set(parent, withoutSuffix(url));
    }
  }

  has(code: string): boolean {
    return this.urls.has(code);
  }

  url(code: string): string | undefined {
    return this.urls.get(code);
  }
}

/** The names of these accounts unless a company renamed them. */
export const usualNames: Readonly<Record<string, string>> = {
  '401': 'Salaries',
  '402': 'Employer NICs',
  '403': 'Staff pensions',
  '404': 'Net salary expense',
  '405': 'PAYE/NI expense',
  '407': 'Directors’ salaries',
  '408': 'Directors’ employer NICs',
  '409': 'Directors’ staff pensions',
  '813': 'Pension creditor',
  '814': 'PAYE/NI',
  '815': 'Other payroll deductions',
  '902': 'Salary and bonuses',
};

/** A nominal code: '401', or '902-3'. */
export const nominalCode = /^\d{3,4}(-\d+)?$/;
export const codeShape = z.string().regex(nominalCode, 'a nominal code is expected, such as "401"');
/** One that is no sub account. */
export const mainCode = /^\d{3,4}$/;

/** '902-3' → '902' */
export function withoutSuffix(code: string): string {
  return code.includes('-') ? code.replace(/-\d+$/, '') : code;
}

/** Income and costs; the balance sheet begins at 600. */
export const isProfitAndLoss = (code: string): boolean => code < '600';

/** 900 to 910: the service refuses a line on these that names no user. */
export function isOfPersons(code: string): boolean {
  const number = withoutSuffix(code);
  return number.length === 3 && number >= '900' && number <= '910';
}
