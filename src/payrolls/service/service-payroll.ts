import type { Reader } from '../../books/reader.js';
import { whole } from '../../books/paging.js';
import { readWith } from '../../books/wire-reading.js';
import { pathOf, type Person } from '../../journal/nouns/pay-run.js';
import type { Document, ListedYear, PayrollSource } from '../source.js';
import { listWire } from './list-wire.js';
import { parsePayPeriod, parsePeople } from './wire.js';

/** The payroll that is run inside the accounting service itself. */
export class ServicePayroll implements PayrollSource {
  constructor(private readonly reader: Reader) {}

  async people(): Promise<readonly Person[]> {
    const { who } = this.reader;
    const pages = await this.reader.pages('/v2/users', {}, 'users', (answer) =>
      readWith(parsePeople, who, 'users', answer.body),
    );
    return whole(pages, `${who}: users`);
  }

  async year(year: number): Promise<ListedYear> {
    const answer = await this.reader.session.get(`/v2/payroll/${year}`);
    const read = this.reader.parsed(listWire, answer, `payroll of ${year}`);
    for (const { url, period } of read.periods)
      if (!isPlaceOf(url, year, period)) throw this.reader.another(`payroll of ${year}`, pathOf(url ?? ''));
    return { year, ...read };
  }

  /** `text` is the service's own `period` object. */
  async period(year: number, period: number): Promise<Document> {
    const answer = await this.reader.session.get(`/v2/payroll/${year}/${period}`, { long: true });
    const read = (json: unknown) => {
      const raw = typeof json === 'object' && json !== null && 'period' in json ? json.period : undefined;
      return { period: parsePayPeriod(raw, year), text: JSON.stringify(raw) };
    };
    const got = readWith(read, this.reader.who, `payroll ${year}/${period}`, answer.body);
    const { url, period: number } = got.period;
    if (number !== period || !isPlaceOf(url, year, period))
      throw this.reader.another(`payroll ${year}/${period}`, url === undefined ? `period ${number}` : pathOf(url));
    return got;
  }
}

/** Whether the record's own address, if it has one, is that of this period. */
const isPlaceOf = (url: string | undefined, year: number, period: number): boolean => {
  const place = /\/payroll\/(\d+)\/(\d+)\/?$/.exec(url ?? '');
  return place === null || (Number(place[1]) === year && Number(place[2]) === period);
};
