import type { HttpRequest } from '../../src/books/http.js';
import type { Policy } from '../../src/journal/policy/policy.js';
import type { Sending } from '../../src/record/decided.js';
import { type Act, Asked } from './asked.js';
import { type Sender, tagIn, type Watch } from './network.js';
import { adjustedTwice, adjustmentShape, paidTwice, placeOf, runsIn, standingSets } from './promises.js';
import { type Payroll, runsOf, tagOfRun } from './payroll.js';
import type { BookedSet, SimulatedService } from './service.js';
import type { VirtualTime } from './virtual-time.js';

interface Judge {
  readonly time: VirtualTime;
  readonly payroll: Payroll;
  /** Whether the returns that were received make such an adjustment; absent where payroll is not run elsewhere. */
  readonly isReturned?: (run: string) => boolean;
  /** Of a tag whose pay has another day now: the file that makes the old day void has not come yet. */
  readonly isStillPaid?: (tag: string) => boolean;
  readonly log: (what: string) => void;
  readonly violate: (what: string) => void;
}

interface Doing {
  readonly run: string;
  /** The payroll runs that its set pays. */
  readonly pays: readonly number[];
  readonly act: Act;
  readonly generation: number;
  /** No one asked for it as it was sent. */
  readonly isByPolicy: boolean;
}

/** Watches every act on the books: no one is paid twice, and nothing is done that no one asked for. */
export class Auditor implements Watch {
  readonly asked = new Asked();
  /** What a policy does without asking: the one in force, and one that may be in force. */
  policies: ReadonlySet<Policy['amendments']> = new Set();
  /** Whether runs are posted without a person's word. */
  mode: 'auto' | 'approve' = 'auto';
  /**
   * What persons decided in the middle of a sync: from then on nothing of that run goes out, or nothing at all. Writes
   * that were on their way by then, by run, may still be sent once.
   */
  readonly forbidden = new Map<string, string | undefined>();
  readonly #onTheWay = new Set<string>();
  /** Runs whose sets were altered so that no program could prevent a double. */
  readonly altered = new Set<number>();
  /** The same for adjustments, by what they are for. */
  readonly alteredSets = new Set<string>();
  /** Tags that another program posted, perhaps just after our one look. */
  readonly othersTags = new Set<string>();
  /** Sets that were made long after their posts were refused, next to what was posted since: their tags, by address. */
  readonly lateDoubles = new Map<string, string>();
  #lateTag?: string;
  /** Such sets that no list has shown yet: a process that looked before may post next to one. */
  readonly #notListed = new Map<string, string>();
  /** Runs whose write the service refused in its own words. */
  readonly refusedRuns = new Set<string>();
  /** Tags of the runs that persons ignored. */
  readonly ignored = new Set<string>();
  /** What persons approved, or tried to, as "tag code". */
  readonly approved = new Set<string>();
  /** By address, the contents and tags that a set has had, as text. */
  readonly contents = new Map<string, Set<string>>();
  /** A recovery may be posted when a policy allows it or a person decided a rate. */
  ratesDecided = false;
  /** The database was lost, and what people entered again splits pay otherwise than the sets of before. */
  reallocated = false;
  /** Whether processes must obey the service's Retry-After: not when clocks jump or the database is lost. */
  obeys = true;
  #sets: readonly BookedSet[] = [];
  readonly #ever = new Map<string, BookedSet>();
  readonly #tags = new Map<string, Set<string>>();
  /** Reversals that no one asked for, by run and generation: the policy posts again what it reversed. */
  readonly #byPolicy = new Set<string>();
  /** Runs whose reversal by policy was in doubt in a backup: it may be made again, and is the policy's anyway. */
  readonly reversedByPolicy = new Set<string>();

  constructor(
    private readonly service: SimulatedService,
    private readonly judge: Judge,
  ) {}

  sent(request: HttpRequest, sender: Sender, notBeforeMs: number): (what: string) => Promise<void> {
    const { method, url } = request;
    const token = url.endsWith('/token_endpoint');
    if (this.obeys && !token && this.judge.time.ms < notBeforeMs)
      this.judge.violate(`limits: ${method} ${url} was sent ${notBeforeMs - this.judge.time.ms} ms too early`);
    if (method === 'GET' && new URL(url).pathname.endsWith('/journal_sets')) this.#notListed.clear();
    if (method === 'GET' || token) return async () => undefined;
    if (sender.verifying)
      this.judge.violate(`verify: it sent ${method} ${new URL(url).pathname} ${tagIn(request.body)}`);
    const doing = this.#doing(request);
    const wasOnItsWay = this.#runsOf(request).some((run) => this.#onTheWay.delete(run));
    if (!wasOnItsWay) this.#judgeForbidden(request);
    const wanted = wasOnItsWay || doing === undefined || this.#isWanted(doing);
    return (what) => this.#acted(what, doing, wanted);
  }

  onTheWay(sending: readonly Sending[]): void {
    for (const { tag } of sending) this.#onTheWay.add(tag);
  }

  befell(what: string): void {
    this.judge.log(`    ${what}`);
  }

  refused(request: HttpRequest): void {
    const id = Number(request.url.split('/').at(-1));
    const tags = [tagIn(request.body), this.#sets.find((set) => set.id === id)?.tag ?? ''];
    for (const place of tags.flatMap((tag) => placeOf(tag) ?? [])) this.refusedRuns.add(place.run);
  }

  get everInBooks(): readonly BookedSet[] {
    return [...this.#ever.values()];
  }

  /** The tags that a set has had: its pay date may have moved. Undefined for a set that never existed. */
  tagsOf(url: string): ReadonlySet<string> | undefined {
    return this.#tags.get(url);
  }

  comesAfterItsMinute(tag: string): void {
    this.#lateTag = tag;
  }

  /** No client can exclude it: it has to be shown, with its removal offered, which is judged at rest. */
  #noteLate(): void {
    const made = this.#sets.find(({ tag, url }) => tag === this.#lateTag && !this.#ever.has(url));
    if (made) {
      this.#lateTag = undefined;
      this.#notListed.set(made.url, made.tag);
    }
    for (const [late, lateTag] of this.#notListed) {
      const pair = standingSets(this.#sets).filter(({ tag }) => tag === lateTag);
      if (pair.length < 2 || !pair.some(({ url }) => url === late)) continue;
      this.lateDoubles.set(late, lateTag);
      for (const run of pair.flatMap(runsIn)) this.altered.add(run);
      const place = placeOf(lateTag);
      if (place) this.alteredSets.add(place.run);
    }
  }

  /** Reads the books and checks them. */
  async look(): Promise<void> {
    this.#sets = await this.service.sets();
    this.#noteLate();
    for (const set of this.#sets) {
      this.#ever.set(set.url, set);
      this.#tags.set(set.url, (this.#tags.get(set.url) ?? new Set()).add(set.tag));
      const { tag, datedOn, lines } = set;
      const had = this.contents.get(set.url) ?? new Set();
      this.contents.set(set.url, had.add(JSON.stringify({ tag, datedOn, lines })));
    }
    const twice = paidTwice(this.#sets, this.altered) ?? adjustedTwice(this.#sets, this.alteredSets);
    if (twice) this.judge.violate(twice);
  }

  async #acted(what: string, doing: Doing | undefined, wanted: boolean): Promise<void> {
    this.judge.log(`  ${what}`);
    if (doing) {
      if (!wanted) this.judge.violate(`asked: no one asked for ${doing.act} of ${doing.run} (${what})`);
      if (this.#willFollow(doing)) this.#byPolicy.add(`${doing.run} ${doing.generation}`);
      this.asked.spend(doing.run, doing.act);
    }
    await this.look();
  }

  #judgeForbidden(request: HttpRequest): void {
    const runs = this.#runsOf(request);
    for (const [what, run] of this.forbidden)
      if (run === undefined || runs.includes(run))
        this.judge.violate(`decided: ${request.method} of ${runs.join(', ')} was sent after ${what}`);
  }

  /** The tags of the runs that a write is of: an amendment may move a set from one to another. */
  #runsOf({ url, body }: HttpRequest): readonly string[] {
    const id = Number(url.split('/').at(-1));
    const before = this.#sets.find((set) => set.id === id)?.tag ?? '';
    const places = [tagIn(body), before].flatMap((tag) => placeOf(tag) ?? []);
    return places.map(({ run }) => tagOfRun(run));
  }

  /** What payroll has lost is not posted again when it comes back. */
  #willFollow({ run, act, isByPolicy }: Doing): boolean {
    const isInPayroll =
      isAdjustmentTag(run) || this.#isInPayroll(run) || this.judge.isStillPaid?.(tagOfRun(run)) === true;
    return act === 'reverse' && isByPolicy && isInPayroll;
  }

  #doing({ method, url, body }: HttpRequest): Doing | undefined {
    const id = Number(url.split('/').at(-1));
    const changed = this.#sets.find((set) => set.id === id);
    const place = method === 'POST' ? placeOf(tagIn(body) ?? '') : changed && this.#placeOfSet(changed);
    if (!place) return undefined;
    const { run, kind, generation } = place;
    const original = changed ?? this.#sets.find(({ tag }) => placeOf(tag)?.run === run);
    const pays = original ? runsIn(original) : [];
    const act = method === 'POST' ? (kind === 'post' ? 'post' : 'reverse') : 'amend';
    const isByPolicy = !this.asked.stands(run, act) || this.reversedByPolicy.has(run);
    return { run, pays, act, generation, isByPolicy };
  }

  /** Someone may have given the set another run's tag: it is still the set of the run that is to be amended. */
  #placeOfSet({ url, tag }: BookedSet): ReturnType<typeof placeOf> {
    const had = [tag, ...(this.#tags.get(url) ?? [])].flatMap((one) => placeOf(one) ?? []);
    return had.find(({ run }) => this.asked.stands(run, 'amend')) ?? had[0];
  }

  #isWanted({ run, pays, act, generation }: Doing): boolean {
    if (this.asked.stands(run, act)) return true;
    if (act === 'post' && this.#follows(run, generation)) return true;
    const { isReturned } = this.judge;
    if (act === 'post' && run.endsWith(':recovery'))
      return generation === 1 && (this.ratesDecided || isReturned?.(run) === true);
    if (act === 'post' && isAdjustmentTag(run)) return generation === 1 && isReturned?.(run) === true;
    // A file that was taken back is decided against: what it had is not posted from then on, unless a person says that
    // the file which makes its day void is not what it waits for.
    if (act === 'post' && isReturned !== undefined && !this.#isInPayroll(run))
      return generation === 1 && this.approved.has(`${tagOfRun(run)} year_to_date_differs`);
    if (act === 'post') return generation === 1 && this.mode === 'auto';
    // A run that payroll no longer has cannot be amended, so both policies reverse it.
    const byPolicy = this.policies.has(act) || (act === 'reverse' && this.policies.has('amend'));
    const hasReason =
      this.reallocated || pays.some((one) => this.altered.has(one) || !this.judge.payroll.isUntouched(one));
    return byPolicy && (pays.length === 0 || hasReason);
  }

  #isInPayroll(run: string): boolean {
    return runsOf(this.judge.payroll, tagOfRun(run)).length > 0;
  }

  /** The replacement of what the policy reversed: mode does not count for an adjustment. */
  #follows(run: string, generation: number): boolean {
    const mayPost = isAdjustmentTag(run) || this.mode === 'auto';
    return mayPost && this.policies.has('reverse') && this.#byPolicy.has(`${run} ${generation - 1}`);
  }
}

const isAdjustmentTag = (run: string): boolean => adjustmentShape.test(run);
