import { type Answer, createSandbox, type Sandbox, type SandboxRequest } from '#sandbox';
import type { SimulatedPayroll } from './payroll.js';
import type { Random } from './random.js';
import type { VirtualTime } from './virtual-time.js';

export const baseUrl = 'http://127.0.0.1:4010';
const host = '127.0.0.1:4010';
const redirectUri = 'http://counterfoil.example/back';
/** Not the program's page size: faults in lists match only that size, so that the auditor always sees the truth. */
const auditorsPage = 99;
export const programsPage = 100;

export type Edit = 'delete' | 'amount' | 'double' | 'redate' | 'retag';

/** A set as the books really hold it, read without the program's code. */
export interface BookedSet {
  readonly id: number;
  readonly url: string;
  readonly datedOn: string;
  readonly tag: string;
  readonly description: string;
  readonly lines: readonly { readonly code: string; readonly user?: number; readonly pence: number }[];
}

/** The accounting service, and the people who work in it besides the program. */
export class SimulatedService {
  readonly sandbox: Sandbox;
  #token = '';

  constructor(
    readonly time: VirtualTime,
    payroll: SimulatedPayroll,
    others: readonly { readonly name: string; readonly subdomain: string }[] = [],
  ) {
    const users = [
      { id: 1, first_name: 'Olive', last_name: 'Owner', role: 'Director' as const, permission_level: 8 },
      ...payroll.people.map(({ id, director }) => ({
        id,
        first_name: `Person${id}`,
        last_name: 'Ash',
        role: director ? ('Director' as const) : ('Employee' as const),
        permission_level: 2,
      })),
    ];
    this.sandbox = createSandbox({
      clock: () => time.now(),
      limits: false,
      scenario: {
        companies: [{ name: 'Ash Ltd', subdomain: 'ash', users }, ...others.map((one) => ({ ...one, users }))],
      },
      sleep: (ms) => time.sleep(ms),
    });
  }

  handle(request: SandboxRequest): Promise<Answer> {
    return this.sandbox.handle(request);
  }

  /** A person authorises the program again. */
  async authorise(subdomain = 'ash'): Promise<{ accessToken: string; refreshToken: string }> {
    const { clientId, clientSecret } = this.sandbox.credentials();
    const asked = new URLSearchParams({ client_id: clientId, response_type: 'code', redirect_uri: redirectUri });
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'auditor' };
    const approved = await this.handle({
      method: 'POST',
      path: '/v2/approve_app',
      headers: form,
      body: `${asked}&decision=approve&as=${subdomain}-1`,
    });
    const code = new URL(approved.headers['location'] ?? '').searchParams.get('code') ?? '';
    const grant = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      client_id: clientId,
      client_secret: clientSecret,
    });
    const answer = await this.handle({
      method: 'POST',
      path: '/v2/token_endpoint',
      headers: form,
      body: grant.toString(),
    });
    const { access_token, refresh_token } = JSON.parse(answer.body) as { access_token: string; refresh_token: string };
    return { accessToken: access_token, refreshToken: refresh_token };
  }

  async control(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await this.handle({
      method,
      path: `/_sandbox${path}`,
      headers: {},
      body: body === undefined ? '' : JSON.stringify(body),
    });
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered ${answer.status}: ${answer.body}`);
    return answer;
  }

  /** `silent` leaves `updated_at` alone, as the service sometimes does. */
  async putPeriods(payroll: SimulatedPayroll, periods: readonly number[], silent: boolean): Promise<void> {
    for (const period of periods) {
      const { year, number, empty, document } = payroll.document(period);
      const path = `/companies/ash/payroll/${year}/${number}`;
      const known = await this.handle({ method: 'GET', path: `/_sandbox${path}`, headers: {}, body: '' });
      if (empty && known.status === 404) continue;
      if (empty && !silent) await this.control('DELETE', path);
      else await this.control('PUT', `${path}${silent ? '?touch=false' : ''}`, document);
    }
  }

  async #get(path: string): Promise<unknown> {
    for (let tries = 0; ; tries++) {
      const headers = { authorization: `Bearer ${this.#token}`, 'user-agent': 'auditor', host };
      const answer = await this.handle({ method: 'GET', path, headers, body: '' });
      if (answer.status === 401 && tries === 0) this.#token = (await this.authorise()).accessToken;
      else if (answer.status === 200) return JSON.parse(answer.body);
      else throw new Error(`the auditor was answered ${answer.status}: ${answer.body}`);
    }
  }

  async sets(): Promise<readonly BookedSet[]> {
    const found: BookedSet[] = [];
    for (let page = 1; ; page++) {
      const read = (await this.#get(`/v2/journal_sets?per_page=${auditorsPage}&page=${page}`)) as {
        journal_sets: RawSet[];
      };
      found.push(...read.journal_sets.map(bookedSet));
      if (read.journal_sets.length < auditorsPage) return found;
    }
  }

  /** The url of any set in the books. */
  async anySet(random: Random): Promise<string | undefined> {
    const sets = await this.sets();
    return sets.length === 0 ? undefined : random.pick(sets).url;
  }

  /** A set as the API answers it; undefined when there is none at the url. */
  async read(url: string): Promise<unknown> {
    const { pathname } = new URL(url, baseUrl);
    return /\/journal_sets\/\d+$/.test(pathname) ? this.#get(pathname).catch(() => undefined) : undefined;
  }

  /** The trial balance in pence, by account. */
  async trialBalance(from: string, to: string): Promise<ReadonlyMap<string, number>> {
    const read = (await this.#get(`/v2/accounting/trial_balance/summary?from_date=${from}&to_date=${to}`)) as {
      trial_balance_summary: { display_nominal_code: string; total: string }[];
    };
    const totals = new Map<string, number>();
    for (const { display_nominal_code: shown, total } of read.trial_balance_summary) {
      const code = shown.slice(0, 3);
      totals.set(code, (totals.get(code) ?? 0) + pence(total));
    }
    return totals;
  }

  /** People at work in the books, behind the program's back. */
  async edit(edit: Edit, set: BookedSet, to = ''): Promise<string> {
    const path = `/companies/ash/journal_sets/${set.id}`;
    switch (edit) {
      case 'delete':
        await this.control('DELETE', path);
        return `someone deletes ${set.tag}`;
      case 'double':
        await this.#enter('POST', '/companies/ash/journal_sets', sendable(set));
        return `someone doubles ${set.tag}`;
      case 'redate':
        await this.control('PUT', path, { journal_set: { dated_on: to } });
        return `someone dates ${set.tag} ${to}`;
      case 'retag':
        await this.control('PUT', path, { journal_set: { tag: to } });
        return `someone tags ${set.tag} "${to}"`;
      case 'amount': {
        const entries = [
          { category: `${baseUrl}/v2/categories/401`, debit_value: '7.77', description: 'a correction' },
          { category: `${baseUrl}/v2/categories/814`, debit_value: '-7.77', description: 'a correction' },
        ];
        await this.#enter('PUT', path, { journal_entries: entries });
        return `someone edits ${set.tag}`;
      }
    }
  }

  /** Payroll journalled by hand, or by another program that uses our tags. */
  async journalByHand(datedOn: string, pounds: number, tag?: string): Promise<void> {
    await this.#enter('POST', '/companies/ash/journal_sets', {
      dated_on: datedOn,
      description: 'Wages by hand',
      ...(tag === undefined ? {} : { tag }),
      journal_entries: twoEntries(pounds),
    });
  }

  /** While an account is away from the chart, no one can enter anything on it. */
  async #enter(method: 'POST' | 'PUT', path: string, set: object): Promise<void> {
    await this.control(method, path, { journal_set: set }).catch((error: unknown) => {
      if (!/category .* was not found/.test(String(error))) throw error;
    });
  }

  /** A journal in the books of another company. */
  async journalElsewhere(subdomain: string, datedOn: string, pounds: number, tag: string): Promise<void> {
    await this.control('POST', `/companies/${subdomain}/journal_sets`, {
      journal_set: { dated_on: datedOn, description: 'Payroll', tag, journal_entries: twoEntries(pounds) },
    });
  }

  /** The role of each person. */
  async roles(): Promise<ReadonlyMap<number, string>> {
    const { users } = (await this.#get('/v2/users?per_page=100')) as { users: { url: string; role: string }[] };
    return new Map(users.map(({ url, role }) => [idOf(url), role]));
  }

  /** What an account is called; undefined when the chart has none with this code. */
  async account(code: string): Promise<string | undefined> {
    const read = (await this.#get('/v2/categories')) as Record<string, readonly RawCategory[]>;
    const all = Object.values(read).flat();
    return all.find(({ nominal_code: own }) => own === code)?.description;
  }

  lists(seconds: number, forSeconds: number): Promise<Answer> {
    const match = { method: 'GET', path: '/v2/journal_sets', query: `per_page=${programsPage}` };
    return this.control('POST', '/faults', { kind: 'hide_new', seconds, forSeconds, match });
  }
}

interface RawCategory {
  readonly nominal_code: string;
  readonly description: string;
}

/** The amount as pay that is owed to HMRC. */
const twoEntries = (pounds: number) =>
  [
    { code: '401', amount: pounds },
    { code: '814', amount: -pounds },
  ].map(({ code, amount }) => ({
    category: `${baseUrl}/v2/categories/${code}`,
    debit_value: amount.toFixed(2),
    description: 'by hand',
  }));

interface RawSet {
  readonly url: string;
  readonly dated_on?: string;
  readonly tag?: string;
  readonly description: string;
  readonly journal_entries: readonly {
    readonly category: string;
    readonly user?: string;
    readonly debit_value: string;
  }[];
}

export const pence = (text: string) => Math.round(Number(text) * 100);
const idOf = (url: string) => Number(url.split('/').at(-1));

function bookedSet(raw: RawSet): BookedSet {
  return {
    id: idOf(raw.url),
    url: raw.url,
    datedOn: raw.dated_on ?? '',
    tag: raw.tag ?? '',
    description: raw.description,
    lines: raw.journal_entries.map((entry) => ({
      code: (entry.category.split('/').at(-1) ?? '').slice(0, 3),
      ...(entry.user === undefined ? {} : { user: idOf(entry.user) }),
      pence: pence(entry.debit_value),
    })),
  };
}

function sendable(set: BookedSet): Record<string, unknown> {
  return {
    dated_on: set.datedOn,
    description: set.description,
    tag: set.tag,
    journal_entries: set.lines.map(({ code, user, pence: value }) => ({
      category: `${baseUrl}/v2/categories/${code}`,
      debit_value: (value / 100).toFixed(2),
      ...(user === undefined ? {} : { user: `${baseUrl}/v2/users/${user}` }),
    })),
  };
}
