import { IsNull, Not } from 'typeorm';
import type { HttpRequest, Transport } from '../../src/books/http.js';
import type { Clock } from '../../src/ground/clock.js';
import { Write } from '../../src/record/runs/write.entity.js';
import { openFresh } from '../harness/databases.js';
import { type Books, elm, type SandboxSet } from './rig.js';

export const quick = { REQUEST_DEADLINE_SECONDS: '5', LEASE_SECONDS: '6' };
export const window = 601;
/** Nothing is sent for a run in the minute after its post was refused. */
export const minute = 61;
/** On SQLite only: PostgreSQL uses its own clock, which a test cannot move. */
export const open = (clock: Clock) => openFresh('sqlite', clock);
export type Around = (transport: Transport) => Transport;
export type Slips = Awaited<ReturnType<Books['period']>>['payslips'];

export const october = 'counterfoil:2026-06:2025-10-31';
export const refusal = (status: number) => ({ status, body: JSON.stringify({ errors: { error: { message: 'no' } } }) });
export const isPostOf =
  (part: string, method = 'POST') =>
  (request: HttpRequest) =>
    request.method === method && request.body?.includes(part) === true;
export const isOfSets = (method: string) => (request: HttpRequest) =>
  request.method === method && request.url.includes('/v2/journal_sets');
export const isPayroll = ({ url }: HttpRequest) => url.includes('/payroll');

/** The first such write gets another answer; what was done for it is up to that. */
const onceFor =
  (isIt: (request: HttpRequest) => boolean, answered: (transport: Transport) => Transport): Around =>
  (transport) => {
    let once = true;
    return (request) => {
      if (!once || !isIt(request)) return transport(request);
      once = false;
      return answered(transport)(request);
    };
  };

const broken = (): never => {
  throw new Error('the connection broke');
};

/** The service does what one write asks for, and answers something else. */
export const madeBut = (part: string, answer: object, method = 'POST'): Around =>
  onceFor(isPostOf(part, method), (transport) => async (request) => ({ ...(await transport(request)), ...answer }));

/** The service does what one post asks for, and its answer is lost. */
export const madeAndLost = (part: string): Around =>
  onceFor(isPostOf(part), (transport) => async (request) => transport(request).then(broken));

/** One post is lost on its way. */
export const dropOnce = (part: string): Around => onceFor(isPostOf(part), () => async () => broken());

/** The service refuses such requests while `isOn`, and does nothing. */
export const without =
  (what: (request: HttpRequest) => boolean, status: number, isOn = () => true): Around =>
  (transport) =>
  async (request) =>
    isOn() && what(request) ? { headers: {}, ...refusal(status) } : transport(request);
export const both =
  (one: Around, other: Around): Around =>
  (transport) =>
    one(other(transport));

/** The list of journal sets lags by five minutes, for five minutes. */
export const hideNew = (books: Books) =>
  books.rig.control('POST', 'faults', {
    kind: 'hide_new',
    seconds: 300,
    forSeconds: 300,
    match: { method: 'GET', path: '/v2/journal_sets', query: 'from_date' },
  });

export const short = (tag?: string) => tag?.slice('counterfoil:'.length) ?? '';
export const since = async (books: Books, from: string) =>
  (await books.sets()).map(({ tag }) => short(tag)).filter((tag) => tag >= from);
export const writesOf = (books: Books, part: string) =>
  books.db.read(async (rows) =>
    (await rows.find(Write, { order: { createdAt: 'ASC' } })).filter(({ tag }) => tag.includes(part)),
  );
export const stateOf = async (books: Books, tag = october) =>
  (await books.runs()).filter((run) => run.tag === tag).map(({ state }) => state)[0];
export const later = async (books: Books, seconds: number, trigger: 'settle' | 'schedule' = 'schedule') => {
  await books.advance(seconds);
  return books.syncs.run(books.company, { actor: 'schedule', trigger });
};

/** The minute after a refusal has passed, also by PostgreSQL's clock, which a test cannot move. */
export const minutePassed = (books: Books) =>
  books.db.work(async (rows) => {
    for (const write of await rows.findBy(Write, { state: 'refused', lookedAt: Not(IsNull()) })) {
      const before = (time: Date | null) => time && new Date(time.getTime() - minute * 1000);
      const { lookedAt, lookedAtService } = write;
      const times = { lookedAt: before(lookedAt), lookedAtService: before(lookedAtService) };
      await rows.update(Write, { id: write.id }, times);
    }
  });

/** As `companiesToSettle` has it. */
export const isDue = async (books: Books) =>
  (await writesOf(books, '')).some(
    ({ state, lookAgainAt }) => state === 'in_doubt' || (lookAgainAt !== null && lookAgainAt <= books.clock.now()),
  );

/** The same set once more, as when a request takes effect late. */
export async function copy(books: Books, { tag, dated_on, journal_entries: there }: SandboxSet) {
  const journal_entries = there.map(({ category, debit_value, user, description }) => ({
    ...{ category, debit_value, user, description },
  }));
  const journal_set = { dated_on, tag, description: 'late', journal_entries };
  await books.rig.control('POST', 'companies/elm/journal_sets', { journal_set });
}

export const setOf = async (books: Books, tag: string) => {
  const found = (await books.sets()).find((set) => set.tag === tag);
  if (!found) throw new Error(`${tag} is not there`);
  return found;
};

export const paidOn = (dated_on: string, slips: Slips) => ({
  dated_on,
  payslips: slips.map((slip) => ({ ...slip, dated_on })),
});
export async function moveOctoberOn(books: Books): Promise<void> {
  const document = await books.period(2026, 6);
  await books.setPeriod(2026, 6, { ...document, payslips: [] });
  await books.setPeriod(2026, 7, { ...document, ...paidOn('2025-11-07', document.payslips) });
}

export const ed = { user: 2, basic_pay: '2000.0', tax_deducted: '190.2', employee_ni: '76.16', employer_ni: '237.45' };
export const ann = { user: 1, basic_pay: '1000.0', employer_ni: '75.0', ni_calc_type: 'Director' };
export const month = (period: number, dated_on: string, payslips: object[]) => ({
  ...{ period, dated_on, status: 'filed', payslips },
});

/** A year that is over, and this one, with a pay run each. */
export const overAndThis = elm({
  payroll: {
    '2024': { periods: [month(11, '2024-03-29', [ed])] },
    '2026': { periods: [month(6, '2025-10-31', [ed])] },
  },
});

/** Someone journals on the accounts that the guard reads. Returns the number of the set. */
export async function journalByHand(books: Books, amount: string): Promise<string> {
  const category = (code: string) => `${books.rig.baseUrl}/v2/categories/${code}`;
  const journal_entries = [
    { category: category('401'), debit_value: amount },
    { category: category('814'), debit_value: `-${amount}` },
  ];
  const journal_set = { dated_on: '2025-10-20', description: 'By hand', journal_entries };
  const made = await books.rig.control('POST', 'companies/elm/journal_sets', { journal_set });
  return (made as { journal_set: { url: string } }).journal_set.url.split('/').at(-1) ?? '';
}
