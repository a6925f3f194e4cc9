import { expect, it } from '@jest/globals';
import { receiveFile } from '../../../src/acts/payrolls/receive-file.js';
import { verifyLog } from '../../../src/record/log/log-verify.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { fpsFile, type PersonInFile } from '../../payrolls/files/fps-files.js';
import { plainWorker } from '../../simulation/filed-people.js';
import { FiledYears, pounds, type ToPay } from '../../simulation/filed-years.js';
import { addDays, type PaidRun, periodOf } from '../../simulation/payroll.js';
import { randomOf } from '../../simulation/random.js';
import { type Books, booksOn, elm, start } from '../../sync/rig.js';

const who = { actor: 'Ruth', trigger: 'command' as const, companies: null };
const people = [plainWorker(1, 1), plainWorker(2, 2)] as const;
const nothingMore = { parental: 0, class1A: 0, odd: undefined };
const weeks = 52;
/** The week that is running as the company is connected. */
const begun = 31;
const dayMs = 86_400_000;

const post = { method: 'POST', path: '/v2/journal_sets' };
const list = { method: 'GET', path: '/v2/journal_sets' };
const troubles = [
  { kind: 'drop_before', match: post },
  { kind: 'drop_after', match: post },
  { kind: 'late_commit', afterSeconds: 90, match: post },
  { kind: 'truncate', bytes: 40, match: post },
  { kind: 'empty', match: post },
  { kind: 'status', status: 502, acts: true, body: '<html>', contentType: 'text/html', match: post },
  { kind: 'status', status: 503, body: '<html>', contentType: 'text/html', match: list },
  { kind: 'drop_after', match: { method: 'PUT' } },
  { kind: 'garbage', match: post },
  { kind: 'hide_new', seconds: 300, match: list },
  { kind: 'miscount', by: 1, match: list },
] as const;

/** Two people's year, as the program that pays them has it. */
class Year {
  readonly #years = new FiledYears({ sendsBothShares: false, countsRelief: false, sendsNet: true });
  readonly #weeks: PaidRun[] = Array.from({ length: weeks }, (_, id) => {
    const datedOn = addDays('2025-04-11', 7 * id);
    const rest = { people: [], gross: new Map(), statutory: new Map(), unclear: false, gone: false };
    return { id, datedOn, period: periodOf(datedOn), ...rest };
  });
  #files = 0;

  paid(week: number): Uint8Array {
    return this.#file(week, (run) =>
      people.map((worker) => this.#pay(run, { worker, gross: 60_000 + worker.person * 1111 + week, isMore: false })),
    );
  }

  corrected(week: number): Uint8Array {
    return this.#file(week, (run) =>
      this.#years
        .lastOf(run)
        .filter(({ worker }) => worker === people[1])
        .map((instead) =>
          this.#pay(run, { worker: instead.worker, gross: instead.pay.gross + 5000, isMore: false, instead }),
        ),
    );
  }

  more(week: number): Uint8Array {
    return this.#file(week, (run) => [this.#pay(run, { worker: people[0], gross: 12_345, isMore: true })]);
  }

  #pay(run: PaidRun, paid: Pick<ToPay, 'worker' | 'gross' | 'isMore' | 'instead'>): PersonInFile {
    return this.#years.pay(run, { ...paid, ...nothingMore, paidOn: run.datedOn }, this.#files);
  }

  #file(week: number, paid: (run: PaidRun) => readonly PersonInFile[]): Uint8Array {
    this.#files += 1;
    return fpsFile(paid(this.#weeks[week - 1]!));
  }

  /** Each pay date, with its pay. */
  get paidOn(): readonly string[] {
    return this.#weeks.map((run) => {
      const gross = this.#years.paymentsOf(run).reduce((sum, { figures }) => sum + figures.gross, 0);
      return `${run.datedOn} ${pounds(gross)}`;
    });
  }
}

async function inBooks(books: Books): Promise<readonly string[]> {
  // They are read with the first token, which expired within the year.
  const passed = books.clock.now().getTime() - Date.parse(start);
  books.clock.advance(-passed);
  const sets = await books.sets();
  books.clock.advance(passed);
  const ofPay = /\/(401|407)(-\d+)?$/;
  return sets
    .map(({ dated_on: datedOn, journal_entries: lines }) => {
      const paid = lines.filter(({ category }) => ofPay.test(category));
      return `${datedOn} ${paid.reduce((sum, line) => sum + Number(line.debit_value), 0).toFixed(2)}`;
    })
    .sort();
}

describeOnDatabases('a year of weekly files', (open) => {
  it('is posted once, with a correction and a late payment, while answers get lost', async () => {
    const { whole } = randomOf(52);
    const env = { REQUEST_DEADLINE_SECONDS: '5', LEASE_SECONDS: '6' };
    const books = await booksOn(open, { scenario: elm({ payroll: {} }), env });
    await books.policy({
      payroll: { from: 'files' },
      employerPensions: { '*': '0.00' },
      controls: { payeReference: '123/AB456' },
      payrollPeople: Object.fromEntries(
        people.map(({ payId, person }) => [payId, `${books.rig.baseUrl}/v2/users/${person}`]),
      ),
      amendments: 'amend',
    });
    const receive = async (name: string, bytes: Uint8Array) => {
      const companies = [await books.rig.companies.find(books.company.id)];
      return receiveFile({ database: books.db, log: books.log }, async () => companies, { who, name, bytes });
    };
    // On PostgreSQL the settle window goes by the database's own clock: what never arrived would stay in doubt.
    const drawn = troubles.filter(({ kind }) => books.db.kind === 'sqlite' || kind !== 'drop_before');
    let [troubled, inDoubt] = [0, 0];
    const sync = async () => {
      await books.rig.control('POST', 'faults', drawn[troubled++ % drawn.length]);
      for (const seconds of [whole(1, 60), whole(100, 700), 700]) {
        const { result } = await books.syncs.run(await books.rig.companies.find(books.company.id), who);
        inDoubt += result.inDoubt;
        await books.advance(seconds);
      }
    };
    const year = new Year();
    for (let week = 1; week <= weeks; week++) {
      const bytes = year.paid(week);
      await receive(`week${week}.xml`, bytes);
      if (week < begun) continue;
      if (week > begun) books.clock.advance(7 * dayMs);
      if (week === 40) await receive('week40-corrected.xml', year.corrected(40));
      await sync();
      if (week === 44) await receive('week44-corrected.xml', year.corrected(44));
      if (week === 45) await receive('week30-more.xml', year.more(30));
      expect(await receive(`week${week}.xml`, bytes)).toMatchObject({ isKnown: true });
    }
    await sync();
    await books.rig.control('DELETE', 'faults');
    await books.sync({ full: true });
    expect(inDoubt).toBeGreaterThan(10);
    expect((await books.runs()).map(({ state }) => state)).toEqual(Array(weeks).fill('posted'));
    expect(await inBooks(books)).toEqual(year.paidOn);
    expect(await verifyLog(books.db)).toEqual([]);
  });
});
