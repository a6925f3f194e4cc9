import { Inject, Injectable } from '@nestjs/common';
import type { Viewer } from '../../access/viewer.js';
import { Database } from '../../ground/database.js';
import { turns } from '../../ground/turns.js';
import { Money } from '../../journal/nouns/money.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { isPaid, numberOf } from './employee-year.js';
import { runsSeen } from '../lists/run-row.js';
import { type Page, pageOf, placeIn, type SeekKeys } from '../../ground/seek.js';

export interface GrossAndNet {
  readonly gross: Money;
  readonly net: Money;
}

/** One person's tax year, by period 0 to 11; undefined where they were not paid. */
export interface PersonPaid {
  /** The last part of the user's address. */
  readonly user: string;
  readonly name: string;
  readonly months: readonly (GrossAndNet | undefined)[];
  readonly year: GrossAndNet;
}

export interface PeoplePaid extends Page<PersonPaid> {
  /** Of everyone, also those on other pages. */
  readonly all: Omit<PersonPaid, 'user' | 'name'>;
  readonly people: number;
}

interface Paid extends Pick<PersonPaid, 'user'> {
  name: string;
  readonly months: Map<number, GrossAndNet>;
}

const peoplePerPage = 25;
const periods = Array.from({ length: 12 }, (_, period) => period);
const nothing: GrossAndNet = { gross: Money.zero, net: Money.zero };

const plus = (a: GrossAndNet, b: GrossAndNet): GrossAndNet => ({
  gross: a.gross.plus(b.gross),
  net: a.net.plus(b.net),
});

@Injectable()
export class PeoplePaidYears {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Who was paid what in a tax year; undefined for a viewer who may not see pay. */
  async find(
    viewer: Viewer,
    of: { readonly companyId: string; readonly year: number },
    after?: string,
  ): Promise<PeoplePaid | undefined> {
    if (!viewer.pay) return undefined;
    const people = await this.#people(viewer, of);
    const place = placeIn(byName, after)?.map(String);
    const last = place && { name: place[0] ?? '', user: place[1] ?? '' };
    const rest = people.filter((one) => last === undefined || inOrder(one, last) > 0).toSorted(inOrder);
    const page = pageOf(rest.slice(0, peoplePerPage + 1).map(yearOf), peoplePerPage, byName);
    const months = periods.map((period) => people.flatMap((one) => one.months.get(period) ?? []));
    const all = months.map((paid) => (paid.length === 0 ? undefined : paid.reduce(plus)));
    return { ...page, people: people.length, all: { months: all, year: sumOf(all) } };
  }

  /** One pay run at a time: those of thousands of people are long. */
  async #people(viewer: Viewer, of: { readonly companyId: string; readonly year: number }): Promise<readonly Paid[]> {
    const found = new Map<string, Paid>();
    const turn = turns();
    for (const { tag, period } of await this.#runs(viewer, of)) {
      const run = await this.database.read((rows) =>
        rows.findOneByOrFail(PayRunRecord, { companyId: of.companyId, tag }),
      );
      for (const { user, name, gross, net } of run.mapped?.paid ?? []) {
        const number = numberOf(user);
        const person = found.get(number) ?? { user: number, name, months: new Map() };
        const paid = { gross: Money.parse(gross), net: Money.parse(net) };
        person.name = name;
        person.months.set(period, plus(person.months.get(period) ?? nothing, paid));
        found.set(number, person);
      }
      await turn();
    }
    return [...found.values()];
  }

  async #runs(viewer: Viewer, of: { readonly companyId: string; readonly year: number }) {
    const runs = await this.database.read((rows) =>
      runsSeen(rows, viewer)
        .select(['r.companyId', 'r.tag', 'r.period', 'r.state', 'r.gone'])
        .andWhere('r.companyId = :companyId AND r.year = :year', of)
        .orderBy('r.period')
        .addOrderBy('r.datedOn')
        .getMany(),
    );
    return runs.filter(isPaid);
  }
}

/** The names are in payslips, so no query can sort by them. */
const byName: SeekKeys<Pick<PersonPaid, 'name' | 'user'>> = [
  { column: 'name', of: ({ name }) => name },
  { column: 'user', of: ({ user }) => user },
];

const inOrder = (a: Pick<PersonPaid, 'name' | 'user'>, b: Pick<PersonPaid, 'name' | 'user'>): number =>
  a.name.localeCompare(b.name, 'en-GB') || a.user.localeCompare(b.user);

function yearOf({ user, name, months }: Paid): PersonPaid {
  const all = periods.map((period) => months.get(period));
  return { user, name, months: all, year: sumOf(all) };
}

const sumOf = (months: readonly (GrossAndNet | undefined)[]) =>
  months.flatMap((paid) => paid ?? []).reduce(plus, nothing);
