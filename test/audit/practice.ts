import type { SandboxOptions } from '#sandbox';
import { random } from '../controls/years.js';
import { type Drawn, type Fault, faults, type LayoutName, layouts, yearOf } from './years.js';

/** Forty years of journals that strangers made, as the clients of a practice of the sandbox: five in each layout. */

export const clients = 40;
/** The sandbox numbers the people of its companies so far apart. */
export const idsPerCompany = 1_000_000;

type Scenario = Exclude<SandboxOptions['scenario'], string | undefined>;
type Input = Scenario['companies'][number];

export interface Client {
  readonly subdomain: string;
  readonly name: string;
  readonly drawn: Drawn;
}

/**
 * Years of this layout are drawn until the fault finds something to be wrong with. Some never do: wages that are one
 * liability have no person’s net pay on another’s account.
 */
function drawnWith(seed: number, layout: LayoutName, fault: Fault | undefined): Drawn | undefined {
  for (let tries = 0; tries < 40; tries++) {
    const next = random((seed + clients * tries) * 7919);
    // The first numbers of neighbouring seeds are alike.
    for (let at = 0; at < 3; at++) next();
    const drawn = yearOf(next, layout, fault === undefined ? [] : [fault]);
    if (fault === undefined || drawn.faults.length === 1) return drawn;
  }
  return undefined;
}

/** Costs journalled in April of wages of March are in another accounting year, where one ends between: a fault too. */
function andDated(drawn: Drawn): Drawn {
  const { periods, sets } = documentOf(drawn);
  const isLate = sets.some(({ dated_on }) => dated_on > '2026-03-31' && dated_on < '2026-04-06');
  const paid = periods.flatMap(({ payslips }) => payslips.map(({ dated_on }) => dated_on)).sort();
  if (!isLate || drawn.layout !== 'wages and costs apart') return drawn;
  return { ...drawn, faults: [...drawn.faults, { fault: 'wrong_date', paid: paid.slice(-1) }] };
}

export function practiceOf(number: number, yearEnd: string): readonly Client[] {
  let next = 5 * number;
  return Array.from({ length: clients }, (_, index) => {
    const layout = layouts[index % layouts.length] as LayoutName;
    let drawn: Drawn | undefined;
    while (drawn === undefined)
      drawn = drawnWith(number * 1_000 + index, layout, index % 3 === 2 ? undefined : faults[next++ % faults.length]);
    return {
      name: `Client ${index}`,
      subdomain: `client-${index}`,
      drawn: yearEnd === '03-31' ? andDated(drawn) : drawn,
    };
  });
}

interface Document {
  readonly users: readonly { url: string; role: 'Director' | 'Employee'; first_name: string; last_name: string }[];
  readonly periods: readonly { url: string; period: number; payslips: { user: string; dated_on: string }[] }[];
  readonly sets: readonly { dated_on: string; description: string; journal_entries: readonly Entry[] }[];
}
interface Entry {
  readonly category: string;
  readonly user?: string;
  readonly debit_value: string;
}

export const documentOf = (drawn: Drawn) => drawn.document as unknown as Document;

/** What was drawn, as a company of the sandbox. */
export function companyOf({ subdomain, name, drawn }: Client, number: number, yearEnd: string): Input {
  const { users, periods, sets } = documentOf(drawn);
  const idOf = (user: string) => number * idsPerCompany + Number(last(user));
  return {
    name,
    subdomain,
    users: users.map(({ url: _url, ...user }, at) => ({ ...user, permission_level: at === 0 ? 8 : 1 })),
    fields: { company_start_date: '2021-06-01', first_accounting_year_end: `2022-${yearEnd}` },
    chart: { add: [{ nominal_code: '731', description: 'Wages control' }] },
    payroll: {
      '2026': {
        periods: periods.map(({ url: _url, payslips, ...period }) => ({
          ...period,
          payslips: payslips.map((slip) => ({ ...slip, user: idOf(slip.user) })),
        })),
      },
    },
    journal_sets: sets.map(({ dated_on, description, journal_entries: entries }) => ({
      dated_on,
      description,
      journal_entries: entries.map(({ category, user, debit_value }) => ({
        category: last(category),
        debit_value,
        ...(user !== undefined && { user: idOf(user) }),
      })),
    })),
  };
}

export const last = (url: string): string => url.slice(url.lastIndexOf('/') + 1);
