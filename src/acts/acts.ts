import { parsePayPeriod } from '../books/wire.js';
import type { Companies } from '../companies/companies.js';
import type { Company } from '../companies/company.js';
import type { Database } from '../ground/database.js';
import { type MappedRun, mapPeriod } from '../journal/mapper.js';
import { pathOf } from '../journal/pay-run.js';
import type { Decision as TreatmentDecision } from '../journal/policy.js';
import type { DecisionKind, DecisionScope } from '../record/decision.entity.js';
import { Decision } from '../record/decision.entity.js';
import type { Decisions } from '../record/decisions.js';
import { PayPeriodRecord } from '../record/pay-period.entity.js';
import { PayRunRecord } from '../record/pay-run.entity.js';
import type { Carried } from '../record/carried.js';
import type { PostingLog } from '../record/posting-log.js';
import type { SyncRequest, SyncResult } from '../record/sync-record.entity.js';
import { asProblem, Problem } from '../ground/problem.js';
import {
  checkDecidable,
  checkNotPosted,
  type Havers,
  notNow,
  onlyPersonWith,
  type ToDecide,
  toAmend,
  toApprove,
  toPost,
  toReverse,
  treatmentOf,
} from './act-rules.js';
import { readKept } from '../sync/cache.js';
import type { SyncOutcome, Syncs } from '../sync/syncs.js';

export interface Who {
  readonly actor: string;
  readonly trigger: 'command' | 'api' | 'page';
}

export interface RunRef {
  readonly company: Company;
  readonly year: number;
  readonly period: number;
  /** Its pay date; needed only where the period has several. */
  readonly paid?: string;
}

export interface Act {
  readonly who: Who;
  readonly reason: string;
  /** What the person saw: where payroll has moved on since, nothing is done. */
  readonly fingerprint?: string;
}

export interface Acted {
  readonly company: string;
  readonly tag: string;
  readonly run: PayRunRecord;
  readonly sync?: SyncResult;
}

interface FieldDecision {
  readonly field: string;
  readonly as: TreatmentDecision;
  /** A user's url or path. */
  readonly user?: string;
}

/** What became of these is a line of its own, by the sync that carries them out. */
const askedFor: ReadonlySet<string> = new Set(['post', 'amend', 'reverse']);

/** What a reviewer does. Each stores what was decided, logs it, then syncs that period: the sync carries it out. */
export class Acts {
  readonly #waiting = new Map<string, Promise<SyncOutcome>>();

  constructor(
    private readonly db: Database,
    private readonly companies: Companies,
    private readonly decisions: Decisions,
    private readonly log: PostingLog,
    private readonly syncs: Syncs,
  ) {}

  async find({ company, year, period, paid }: RunRef): Promise<PayRunRecord> {
    const rows = await this.db.read((em) =>
      em.findBy(PayRunRecord, { companyId: company.id, year, period, ...(paid ? { datedOn: paid } : {}) }),
    );
    const [only] = rows;
    if (only && rows.length === 1) return only;
    if (only) {
      const dates = rows
        .map((row) => row.datedOn)
        .sort()
        .join(', ');
      throw new Problem({
        title: 'Several pay runs',
        detail: `${company.name} has ${rows.length} pay runs in ${year} period ${period}: paid ${dates}.`,
        todo: 'Say which: --paid DATE.',
        status: 400,
        exitCode: 2,
      });
    }
    throw new Problem({
      title: 'No such pay run',
      detail: `${company.name} has no pay run in ${year} period ${period}${paid ? ` paid ${paid}` : ''}.`,
      todo: '`counterfoil runs` lists them; `counterfoil sync` fetches what is new.',
      status: 404,
      exitCode: 2,
    });
  }

  post(ref: RunRef, act: Act): Promise<Acted> {
    return this.#decided(ref, act, 'post', (run) => toPost(ref.company.name, run));
  }

  async postMany(
    runs: readonly { company: Company; tag: string; fingerprint: string }[],
    act: Act,
  ): Promise<readonly ({ company: string; tag: string } & ({ run: PayRunRecord } | { problem: Problem }))[]> {
    const answers: ({ company: string; tag: string } & ({ run: PayRunRecord } | { problem: Problem }))[] = [];
    for (const { company, tag, fingerprint } of runs) {
      const named = { company: company.name, tag };
      try {
        const row = await this.db.read((em) => em.findOneBy(PayRunRecord, { companyId: company.id, tag }));
        if (!row)
          throw new Problem({
            title: 'No such pay run',
            detail: `${company.name} has no pay run ${tag}.`,
            todo: 'Load the list again.',
            status: 404,
          });
        const { run } = await this.post(
          { company, year: row.year, period: row.period, paid: row.datedOn },
          { ...act, fingerprint },
        );
        answers.push({ ...named, run });
      } catch (error) {
        answers.push({ ...named, problem: asProblem(error) });
      }
    }
    return answers;
  }

  approve(ref: RunRef, act: Act & { hold: string }): Promise<Acted> {
    return this.#decided(ref, act, 'approve', (run) => toApprove(ref.company.name, run, act.hold));
  }

  /** For the company it is a new version of its policy; else it is kept beside the policy. */
  async decide(ref: RunRef, act: Act & FieldDecision & { scope: DecisionScope }): Promise<Acted> {
    const { company } = ref;
    const { field, scope } = act;
    const treatment = treatmentOf(company.name, act.as);
    const run = await this.#seen(ref, act);
    const have = await this.#havers(run, field);
    checkDecidable(company.name, run, field, typeof treatment === 'object' ? treatment.as : treatment, have);
    if (scope === 'run') checkNotPosted(company.name, run, field);
    if (scope === 'company') {
      await this.db.work(async (em) => {
        const policy = { ...company.policy, treatments: { ...company.policy.treatments, [field]: treatment } };
        const changed = await this.companies.setPolicy(company.id, {
          policy,
          actor: act.who.actor,
          reason: act.reason,
        });
        const version = String(changed.policyVersion);
        await this.#logged(em, company, act, 'decide', run, `policy ${version}`, [['policy', version]]);
      });
      return this.#carriedOut(ref, run, act);
    }
    return this.#decided(ref, act, 'decide', () => {
      const user = act.user ?? onlyPersonWith(run, field, have);
      if (scope === 'person' && user === undefined)
        throw new Problem({
          title: 'Which person?',
          detail: `${company.name}: several people have ${field} in this pay run.`,
          todo: 'Name one by their user url.',
          status: 400,
          exitCode: 2,
        });
      return {
        kind: 'treatment',
        scope,
        field,
        treatment,
        userPath: scope === 'person' && user ? pathOf(user) : null,
        tag: scope === 'run' ? run.tag : null,
        companyId: scope === 'practice' ? null : company.id,
        connectionId: scope === 'practice' ? company.connectionId : null,
      };
    });
  }

  /** Whose payslips have the field; nobody where the payslips are no longer kept. */
  async #havers({ companyId, year, period, datedOn }: PayRunRecord, field: string): Promise<Havers> {
    const row = await this.db.read((em) => em.findOneBy(PayPeriodRecord, { companyId, year, period }));
    if (!row?.document) return new Set();
    const { payslips } = parsePayPeriod(row.document, year);
    const having = payslips.filter(
      (slip) =>
        slip.datedOn === datedOn &&
        (slip.figures.has(field) || slip.wholeTexts?.has(field) || slip.flaws.some((flaw) => flaw.field === field)),
    );
    return new Set(having.map((slip) => slip.user));
  }

  /** What the journal would be; writes nothing. */
  async preview(ref: RunRef, { field, as: treatment, user }: FieldDecision): Promise<MappedRun> {
    const { company } = ref;
    const run = await this.find(ref);
    const [row, kept] = await this.db.read(async (em) => [
      await em.findOneBy(PayPeriodRecord, { companyId: company.id, year: run.year, period: run.period }),
      await readKept(this.db, company.id),
    ]);
    if (!row?.document || !kept)
      throw notNow(ref.company.name, run, 'preview', 'its payslips are not at hand; sync first');
    const decided = [{ field, as: treatment, user: user && pathOf(user), tag: run.tag, scope: 'run' as const }];
    const { people, chart, closed } = kept;
    const mapped = mapPeriod(parsePayPeriod(row.document, run.year), {
      prefix: company.prefix,
      policy: company.policy,
      people,
      chart,
      closed,
      decided,
    });
    const found = mapped.runs.find((one) => one.tag === run.tag);
    if (!found) throw notNow(ref.company.name, run, 'preview', 'payroll no longer has it; sync first');
    return found;
  }

  amend(ref: RunRef, act: Act): Promise<Acted> {
    return this.#decided(ref, act, 'amend', (run) => toAmend(ref.company.name, run));
  }

  /** A changed run is reversed and posted anew; an unchanged one stays reversed until somebody asks. */
  reverse(ref: RunRef, act: Act & { on?: string }): Promise<Acted> {
    return this.#decided(ref, act, 'reverse', (run) => toReverse(ref.company.name, run, act.on));
  }

  ignore(ref: RunRef, act: Act): Promise<Acted> {
    return this.#decided(ref, act, 'ignore', () => ({}));
  }

  async rerun(ref: RunRef, act: Act): Promise<Acted> {
    const run = await this.#seen(ref, act);
    await this.db.work((em) => this.#logged(em, ref.company, act, 'rerun', run));
    return this.#carriedOut(ref, run, act, (request) =>
      this.#rerunOnce({ ...request, full: true, recheck: true }, ref.company),
    );
  }

  async signOff(ref: RunRef, act: Act): Promise<Acted> {
    const run = await this.#seen(ref, act);
    if (run.state !== 'posted') throw notNow(ref.company.name, run, 'sign off', 'only a posted run is signed off');
    await this.db.work(async (em) => {
      const decision = await this.decisions.record(em, {
        ...this.#about(ref, run, act),
        kind: 'sign_off',
        fingerprint: run.fingerprint,
      });
      const at = await this.db.now(em);
      const signedOffFingerprint = run.fingerprint;
      await em.update(
        PayRunRecord,
        { companyId: run.companyId, tag: run.tag },
        { signedOffBy: act.who.actor, signedOffAt: at, signedOffFingerprint },
      );
      const carries = [['decision', decision.id] as const, ['run', run.tag] as const];
      await this.#logged(em, ref.company, act, 'sign_off', run, decision.id, carries);
    });
    return { company: ref.company.name, tag: run.tag, run: await this.find({ ...ref, paid: run.datedOn }) };
  }

  async #decided(ref: RunRef, act: Act, name: string, decision: (run: PayRunRecord) => ToDecide): Promise<Acted> {
    const run = await this.#seen(ref, act);
    const { repost, ...given } = decision(run);
    await this.db.work(async (em) => {
      const about = { ...this.#about(ref, run, act), kind: name as DecisionKind, ...given };
      // A person's latest word on a thing is the one that counts.
      const before = await em.findBy(Decision, {
        companyId: run.companyId,
        tag: run.tag,
        kind: about.kind,
        ...(about.holdCode ? { holdCode: about.holdCode } : {}),
        ...(about.field ? { field: about.field } : {}),
      });
      for (const { id } of before) await this.decisions.end(em, id);
      const recorded = [await this.decisions.record(em, about)];
      if (repost) {
        const post = { kind: 'post', fingerprint: run.fingerprint } as const;
        recorded.push(await this.decisions.record(em, { ...this.#about(ref, run, act), ...post }));
      }
      const carries = [...before, ...recorded].map(({ id }) => ['decision', id] as const);
      await this.#logged(em, ref.company, act, name, run, recorded[0]?.id, carries);
    });
    return this.#carriedOut(ref, run, act);
  }

  #about({ company }: RunRef, run: PayRunRecord, { who, reason }: Act) {
    return { companyId: company.id, scope: 'run' as const, tag: run.tag, reason, actor: who.actor };
  }

  /** Bound to what the person saw. */
  async #seen(ref: RunRef, act: Act): Promise<PayRunRecord> {
    if (act.reason.trim() === '')
      throw new Problem({
        title: 'A reason is needed',
        detail: `${ref.company.name}: the log tells why each thing was done.`,
        todo: 'Say why: --reason "…".',
        status: 400,
        exitCode: 2,
      });
    const run = await this.find(ref);
    if (act.fingerprint !== undefined && act.fingerprint !== run.fingerprint)
      throw new Problem({
        title: 'Payroll has changed meanwhile',
        detail: `${ref.company.name}, paid ${run.datedOn}: the figures are not those that were shown.`,
        todo: 'Look at the pay run again, then decide.',
        status: 409,
      });
    return run;
  }

  async #logged(
    em: Parameters<PostingLog['append']>[0],
    company: Company,
    act: Act,
    name: string,
    run: PayRunRecord,
    ref?: string,
    carries: readonly Carried[] = [],
  ): Promise<void> {
    await this.log.append(em, {
      companyId: company.id,
      trigger: act.who.trigger,
      actor: act.who.actor,
      act: name,
      outcome: askedFor.has(name) ? 'asked' : 'done',
      tag: run.tag,
      fingerprint: run.fingerprint ?? undefined,
      policyVersion: company.policyVersion,
      ref,
      carries,
    });
  }

  /** Reruns of one period that wait for their turn are one: none of them has looked yet. */
  #rerunOnce(request: SyncRequest, company: Company): Promise<SyncOutcome> {
    const key = `${company.id}:${request.year}-${request.period}`;
    const waiting = this.#waiting.get(key);
    if (waiting) return waiting;
    const forget = () => this.#waiting.delete(key);
    const going = this.syncs.run(company, request, { onStart: forget }).finally(forget);
    this.#waiting.set(key, going);
    return going;
  }

  async #carriedOut(
    ref: RunRef,
    run: PayRunRecord,
    act: Act,
    sync = (request: SyncRequest) => this.syncs.run(ref.company, request),
  ): Promise<Acted> {
    const { company } = ref;
    const { result } = await sync({ year: run.year, period: run.period, trigger: 'act', actor: act.who.actor });
    const rows = await this.db.read((em) =>
      em.findBy(PayRunRecord, { companyId: company.id, year: run.year, period: run.period }),
    );
    // A set that moved to another pay date took its run along.
    const after = rows.find((row) => row.tag === run.tag) ?? rows[0] ?? run;
    return { company: company.name, tag: after.tag, run: after, sync: result };
  }
}
