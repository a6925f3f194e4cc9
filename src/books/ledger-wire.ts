import * as z from 'zod';
import { oneLine } from '../ground/printable.js';
import { type Account, Chart } from '../journal/nouns/chart.js';
import { isDate } from '../journal/nouns/dates.js';
import { Money } from '../journal/nouns/money.js';
import { pathOf } from '../journal/nouns/pay-run.js';
import type { JournalSet, SetEntry } from './journal-set.js';
import type { BankAccount, BankTransaction, Client, CompanyRecord, FinalAccounts, TrialBalanceLine } from './ledger.js';

/**
 * Reads everything that comes in besides payroll documents and people, from JSON to our nouns, once. Absent keys are
 * the rule, and an explicit null counts as absent. Unknown keys are dropped: none of them hold money that we post.
 */

const text = z.string();
const nameText = text.transform(oneLine);
const optionalText = z.string().nullish().transform(orUndefined);
const date = z.string().refine(isDate, 'no date');
const optionalDate = date.nullish().transform(orUndefined);
const url = z.string().min(1);
const optionalUrl = url.nullish().transform(orUndefined);
/** Decimals are strings; a whole number is exact too. */
const money = z.unknown().transform((value, context) => {
  const exact = Money.tryParse(Number.isSafeInteger(value) ? String(value) : value);
  if (exact) return exact;
  context.addIssue('no exact money');
  return z.NEVER;
});
export const companyWire = z
  .object({
    company: z.object({
      id: z.union([z.int(), z.string()]).nullish(),
      name: nameText,
      subdomain: optionalText,
      type: text,
      freeagent_start_date: optionalDate,
      first_accounting_year_end: optionalDate,
      annual_accounting_periods: z
        .array(z.object({ starts_on: date, ends_on: date }))
        .nullish()
        .catch(undefined),
      currency: optionalText,
    }),
  })
  .transform(({ company }, context): CompanyRecord => {
    const { id, name, subdomain, type, currency } = company;
    const identity = id ?? subdomain;
    if (identity === undefined) {
      context.addIssue('neither id nor subdomain');
      return z.NEVER;
    }
    const { freeagent_start_date: startDate, first_accounting_year_end: firstEnd } = company;
    return {
      identity: String(identity),
      name,
      subdomain,
      type,
      currency,
      startDate,
      accountingYearEnd: firstEnd?.slice(5),
      accountingYears: (company.annual_accounting_periods ?? []).map(({ starts_on: from, ends_on: to }) => ({
        from,
        to,
      })),
    };
  });

const categoryWire = z.object({ url, nominal_code: text, description: optionalText, user: optionalUrl });

const group = z.array(categoryWire);
const groups = {
  admin_expenses_categories: group.optional(),
  cost_of_sales_categories: group.optional(),
  income_categories: group.optional(),
  general_categories: group.optional(),
};

/**
 * A group that we do not know is taken if it holds accounts; everything else there is left out, like any unknown key.
 */
export const chartWire = z
  .object(groups)
  .catchall(group.catch([]))
  .refine((answer) => Object.keys(groups).some((name) => name in answer), 'no group of categories')
  .transform((answer) => {
    const categories = Object.values(answer).flatMap((one) => one ?? []);
    return new Chart(
      categories.map(
        ({ url, nominal_code: code, description = '', user }): Account => ({
          code,
          name: description,
          url,
          userPath: user && pathOf(user),
        }),
      ),
    );
  });

const entryWire = z.object({
  url,
  category: url,
  debit_value: money,
  description: optionalText,
  user: optionalUrl,
});

const setWire = z.object({
  url,
  dated_on: optionalDate,
  description: optionalText,
  tag: optionalText,
  journal_entries: z.array(entryWire),
  updated_at: optionalText,
});

/**
 * Urls come absolute or relative, and with any host: here all become absolute, with our host where the service gives
 * none.
 */
export const journalSetWire = oncePerService((baseUrl) =>
  z.object({ journal_set: setWire }).transform(({ journal_set }) => toSet(journal_set, baseUrl)),
);

export const journalSetsWire = oncePerService((baseUrl) =>
  z
    .object({ journal_sets: z.array(setWire) })
    .transform(({ journal_sets }) => journal_sets.map((set) => toSet(set, baseUrl))),
);

/** A schema is compiled on first use, which costs more than reading an answer. */
function oncePerService<Schema>(make: (baseUrl: string) => Schema): (baseUrl: string) => Schema {
  const made = new Map<string, Schema>();
  return (baseUrl) => {
    const schema = made.get(baseUrl) ?? make(baseUrl);
    made.set(baseUrl, schema);
    return schema;
  };
}

function toSet(set: z.infer<typeof setWire>, baseUrl: string): JournalSet {
  return {
    url: absolute(set.url, baseUrl),
    datedOn: set.dated_on,
    description: set.description ?? '',
    tag: set.tag || undefined,
    entries: set.journal_entries.map(
      (entry): SetEntry => ({
        url: absolute(entry.url, baseUrl),
        category: codeOf(entry.category),
        user: entry.user,
        debit: entry.debit_value,
        description: entry.description ?? '',
      }),
    ),
    updatedAt: set.updated_at,
  };
}

const trialBalanceLineWire = z
  .object({
    category: optionalUrl,
    nominal_code: optionalText,
    display_nominal_code: optionalText,
    name: optionalText,
    total: money,
    user: optionalUrl,
    bank_account: optionalUrl,
  })
  .transform((line, context): TrialBalanceLine => {
    const code = line.display_nominal_code ?? line.nominal_code ?? (line.category && codeOf(line.category));
    if (code === undefined) {
      context.addIssue('no nominal code');
      return z.NEVER;
    }
    const { name, user, bank_account: bankAccount, total } = line;
    return { code, name, userPath: user && pathOf(user), bankAccount, total };
  });

export const trialBalanceWire = z
  .object({ trial_balance_summary: z.array(trialBalanceLineWire) })
  .transform((body) => body.trial_balance_summary);

export const bankAccountsWire = z
  .object({ bank_accounts: z.array(z.object({ url, name: text, currency: optionalText })) })
  .transform((body): readonly BankAccount[] => body.bank_accounts);

const explanationWire = z
  .object({ dated_on: optionalDate, gross_value: money })
  .transform(({ dated_on: datedOn, gross_value: amount }) => ({ datedOn, amount }));

const bankTransactionWire = z
  .object({
    url,
    dated_on: date,
    amount: money,
    unexplained_amount: money,
    bank_transaction_explanations: z.array(explanationWire).nullish(),
  })
  .transform(
    (line): BankTransaction => ({
      url: line.url,
      datedOn: line.dated_on,
      amount: line.amount,
      unexplained: line.unexplained_amount,
      explanations: line.bank_transaction_explanations ?? [],
    }),
  );

export const bankTransactionsWire = z
  .object({ bank_transactions: z.array(bankTransactionWire) })
  .transform((body) => body.bank_transactions);

const closedStatuses: readonly string[] = ['pending', 'filed', 'marked_as_filed'];

const finalAccountsWire = z
  .object({ period_starts_on: optionalDate, period_ends_on: date, filing_status: text })
  .transform(
    (report): FinalAccounts => ({
      // A report without a start closes everything up to its end.
      periodStartsOn: report.period_starts_on ?? '0001-01-01',
      periodEndsOn: report.period_ends_on,
      isClosed: closedStatuses.includes(report.filing_status),
    }),
  );

export const finalAccountsListWire = z
  .object({ final_accounts_reports: z.array(finalAccountsWire) })
  .transform((body) => body.final_accounts_reports);

const clientWire = z
  .object({ name: nameText, subdomain: text.min(1) })
  .transform(({ name, subdomain }): Client => ({ name, subdomain }));

export const clientsWire = z.object({ clients: z.array(clientWire) }).transform((body) => body.clients);

export const practiceWire = z.object({ name: nameText, subdomain: text.min(1) });

/** '…/v2/categories/902-3' → '902-3' */
function codeOf(category: string): string {
  return pathOf(category).split('/').at(-1) ?? category;
}

export function absolute(url: string, baseUrl: string): string {
  // A url of the service itself needs no parsing.
  return url.startsWith(`${baseUrl}/`) ? url : new URL(url, `${baseUrl}/`).href;
}

function orUndefined<T>(value: T | null | undefined): T | undefined {
  return value ?? undefined;
}
