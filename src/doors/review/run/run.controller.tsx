import { paidInWords } from '../../../journal/nouns/pay-key.js';
import { Body, Get, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import * as z from 'zod';
import { nextMinute, timeInLondon } from '../../../ground/london.js';
import { Allow } from '../../../access/access.js';
import { monthInWords, shortDay } from '../../../journal/nouns/dates.js';
import { monthFileName } from '../../../views/files/file-names.js';
import { journalColumns } from '../../../views/files/journal-file.js';
import { answerFile, type FileFormat, fileFormats, rowsOf } from '../../../views/files/table-file.js';
import { namesInBooks } from '../../../views/lists/names-in-books.js';
import { hasRole, type Principal } from '../../../access/principal.js';
import { ReadsPay } from '../../../access/pay-reads.js';
import { notHere } from '../../../access/refusals.js';
import { type RunAddress, runAddress } from '../../../views/lists/run-address.js';
import type { Company } from '../../../companies/company.js';
import { Database } from '../../../ground/database.js';
import { adjustmentIn } from '../../../journal/nouns/adjustment.js';
import { hmrcDueOn } from '../../../journal/paye/due-days.js';
import { decisionScopes, isOfOnePerson, type Treatment, treatmentNames } from '../../../journal/policy/decision.js';
import { modeFor } from '../../../journal/policy/mode.js';
import { colleaguesOf, workOn } from '../../../views/lists/run-work.js';
import { type RunView, RunViews } from '../../../views/run/run-view.js';
import type { PayRunRecord } from '../../../record/runs/pay-run.entity.js';
import { Problem, problem } from '../../../ground/problem.js';
import { Reach } from '../../../access/reach.js';
import type { Act, Acted, RunRef } from '../../../acts/act.js';
import { eachOf, type OneOfMany } from '../../../acts/many.js';
import { Board } from '../../../views/month/board.js';
import { isSameRun, nextHeld, questionsIn, type SameQuestion, sameQuestions } from '../../../views/month/questions.js';
import { reasonsBefore } from '../../../views/run/reasons-before.js';
import { ActTools } from '../../../acts/act-tools.js';
import { recoveryRates } from '../../../journal/paye/recovery-rates.js';
import { havingIn } from '../../../acts/runs/decisions-tried.js';
import { recordedRules } from '../../../acts/runs/recorded-payroll.js';
import { type Rechecked, recheck } from '../../../acts/companies/recheck.js';
import { runFound } from '../../../acts/runs/run-found.js';
import { broughtBy, secondPerson, whoElse } from '../../../acts/approval/second-person.js';
import { runActNames, runActOf, type RunActName } from '../../../acts/run-acts.js';
import { whoOf } from '../../../acts/who-of.js';
import { fieldsNow } from '../../../acts/runs/field-now.js';
import { previewsOf } from './field-previews.js';
import { dateOrNone } from '../kit/date-box.js';
import { form } from '../frame/form.js';
import type { PageAnswer } from '../frame/page.js';
import { AtClient, type Visit } from '../frame/visit.js';
import { Pages } from '../kit/pages.js';
import { partQuery } from '../frame/parts.js';
import { boardPath, runPath } from '../frame/paths.js';
import { alsoAsked, type Also, sameKey } from './same-questions.js';
import type { RunPageProps } from './run-props.js';
import { RunPage } from './run.page.js';
import { count, stateInWords } from '../frame/words.js';
import { asItIs } from './run-questions.js';
import { typedDecision } from './typed-decision.js';
import { figuresOf } from './workings.js';
import { inSentence } from '../../../views/words/words.js';
import { withSending } from '../../../views/words/sending-in-words.js';

const typedCharactersMax = 1000;

/** The fields of a form as text; each act checks the ones it needs. A reason is passed on whole. */
const runForm = z
  .object({ reason: z.string().optional(), also: alsoAsked })
  .catchall(z.string().max(typedCharactersMax).catch(''));
type RunForm = z.infer<typeof runForm>;
type Typed = Readonly<Record<string, string>>;

const act = z.enum([...runActNames, 'recheck']);
type ActName = z.infer<typeof act>;

/** What was done, and the new state only if it differs from the act's usual result. */
function becameInWords(name: RunActName, { state, journalSet, signedOffAt, plan }: PayRunRecord): string {
  if (name === 'sign-off' && signedOffAt === null) return 'sign-off withdrawn';
  if (plan?.kind === 'refused' && plan.asked && plan.until)
    return `refused by the books a moment ago, so this is kept, and sent after ${timeInLondon(nextMinute(new Date(plan.until)))}`;
  const { done } = runActOf(name);
  const now = inSentence(stateInWords({ state, inBooks: journalSet !== null }));
  const carriedOut = name === 'reverse' || state === expectedStates[name];
  if (carriedOut || (state === 'posted' && name !== 'rerun')) return name === 'post' ? 'posted' : done;
  return name === 'post' || name === 'amend' ? `not ${done}, now ${now}` : `${done}, now ${now}`;
}

const expectedStates: Partial<Record<RunActName, PayRunRecord['state']>> = {
  post: 'posted',
  amend: 'posted',
  ignore: 'ignored',
  'sign-off': 'posted',
};

/** One pay run, and what a reviewer does with it. */
@Pages('runs/:company/:year/:period/:paidOn')
export class RunController {
  constructor(
    private readonly views: RunViews,
    private readonly tools: ActTools,
    private readonly database: Database,
    private readonly board: Board,
    private readonly reach: Reach,
  ) {}

  @Allow('viewer')
  @ReadsPay('pay run')
  @Get()
  show(
    @AtClient() { company, principal }: Visit,
    @Param({ schema: runAddress }) address: RunAddress,
    @Query({ schema: partQuery }) { part }: z.infer<typeof partQuery>,
  ): Promise<PageAnswer> {
    return this.#page(company, address, principal, { part: part - 1, typed: {} });
  }

  @Allow('viewer')
  @ReadsPay('journal')
  @Get('journal.:format')
  async file(
    @AtClient() { company, principal }: Visit,
    @Param({ schema: runAddress }) address: RunAddress,
    @Param('format', { schema: z.enum(fileFormats) }) format: FileFormat,
    @Res() response: Response,
  ): Promise<void> {
    const { row, postings, mapped } = await this.#view(company, address, principal);
    const set = postings.find((posting) => posting.state === 'in_books' && posting.kind === 'post');
    const lines = set?.lines ?? mapped?.lines ?? [];
    const names = await this.database.read((rows) => namesInBooks(rows, row.companyId));
    await answerFile(response, format, {
      name: monthFileName(row.company, row, 'journal'),
      sheet: 'Journal',
      rows: rowsOf(lines.map((line) => ({ company: row.company, run: row, set, line, names }))),
      columns: journalColumns,
    });
  }

  @Allow('reviewer')
  @Post(':act')
  act(
    @AtClient() { company, principal }: Visit,
    @Param({ schema: runAddress }) address: RunAddress,
    @Param('act', { schema: act }) name: ActName,
    @Body({ schema: runForm }) { also, ...fields }: RunForm,
  ): Promise<PageAnswer> {
    const typed = fields as Typed;
    const ref: RunRef = { company, year: address.year, period: address.period, paid: address.paidOn };
    const again = (problem: Problem) => this.#page(company, address, principal, { part: 0, typed, also, problem });
    if (name === 'recheck') return this.#recheck(ref, principal, again);
    return form({
      act: async () => {
        const same = await this.#ticked(principal, ref, { typed, also });
        const { run, sending } = await this.#carryOut(name, ref, typed, principal);
        return { run, sending, others: await this.#decideToo(same, typed, principal) };
      },
      done: async ({ run, sending, others }) => {
        const done = `${company.name}, paid ${paidInWords(run)}: ${becameInWords(name, run)}.${othersInWords(others)}`;
        const flash = withSending(done, sending);
        if (typed.asked === undefined) return { redirect: runPath(run), flash };
        return this.#onward(principal, run, flash);
      },
      again,
    });
  }

  /** After an answer: the question that is next, with how many are left; after the last, Month. */
  async #onward(principal: Principal, run: PayRunRecord, done: string): Promise<PageAnswer> {
    const held = await this.board.held(principal, run);
    const left = questionsIn(held);
    const next = held.find(({ row }) => isSameRun(row, run)) ?? nextHeld(held, run);
    if (next === undefined)
      return {
        redirect: boardPath(run),
        flash: `${done} No question of ${monthInWords(run.year, run.period)} is left.`,
      };
    return { redirect: `${runPath(next.row)}#questions`, flash: `${done} ${count(left, 'question')} left.` };
  }

  /** The same question of other clients, as they were ticked; each has to be asked still. */
  async #ticked(
    principal: Principal,
    { company, ...ref }: RunRef,
    { typed, also }: { typed: Typed; also: readonly Also[] },
  ) {
    // An answer for the whole practice reaches them without a tick.
    if (also.length === 0 || typed.scope === 'practice') return [];
    const run = await this.database.read((rows) => runFound(rows, { company, ...ref }));
    const question = run.mapped?.holds.find(
      ({ field, payslip = '' }) => field === typed.field && payslip === (typed.user ?? ''),
    );
    const same = question === undefined ? [] : sameQuestions(await this.board.held(principal, run), run, question);
    return also.map((one) => {
      const asked = same.find((other) => sameKey(other) === JSON.stringify(one));
      if (asked === undefined) throw problem('figures-changed', changedSince);
      return asked;
    });
  }

  async #decideToo(same: readonly SameQuestion[], typed: Typed, principal: Principal): Promise<readonly OneOfMany[]> {
    const answers: OneOfMany[] = [];
    for (const { row, question } of same) {
      const company = await this.reach.company(principal, row.companyId);
      const seen = [{ company, tag: row.tag, fingerprint: row.fingerprint ?? '' }];
      const own = { ...typed, user: question.payslip ?? '' };
      const act = (ref: RunRef, fingerprint: string) =>
        this.#carryOut('decide', ref, { ...own, fingerprint }, principal);
      answers.push(...(await eachOf(this.tools, seen, act)));
    }
    return answers;
  }

  /** Trouble with a recheck is shown on the page that asked for it, whatever its status. */
  async #recheck(ref: RunRef, principal: Principal, again: (problem: Problem) => Promise<PageAnswer>) {
    try {
      return recheckedPage(await recheck(this.tools, ref, whoOf(principal, 'page')));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return again(error);
    }
  }

  async #carryOut(name: RunActName, ref: RunRef, typed: Typed, principal: Principal): Promise<Acted> {
    const given: Act = {
      who: whoOf(principal, 'page'),
      reason: (typed.reason ?? '').trim(),
      fingerprint: typed.fingerprint || undefined,
    };
    return runActOf(name).does(this.tools, ref, { ...given, ...(await this.#chosen(name, ref, typed)) });
  }

  /** What the form of this act asks for, as its body names it. */
  async #chosen(name: RunActName, ref: RunRef, typed: Typed): Promise<object> {
    switch (name) {
      case 'approve':
        return {
          hold: typed.hold ?? '',
          user: typed.user || undefined,
          ...(typed.difference !== undefined && { difference: true }),
        };
      case 'decide':
        return this.#decision(ref, typed);
      case 'take-back':
        return { decision: typed.decision ?? '' };
      case 'recover': {
        const rate = z.enum(recoveryRates).safeParse(typed.rate).data;
        if (rate === undefined) throw choiceMissing();
        return { rate };
      }
      case 'sign-off':
        return typed.withdraw === undefined ? {} : { withdraw: true };
      case 'reverse':
        return { on: dateOrNone(typed.on) };
      default:
        return {};
    }
  }

  async #decision(ref: RunRef, typed: Typed): Promise<object> {
    const as = z.enum(treatmentNames).safeParse(typed.as === asItIs ? await this.#asNow(ref, typed) : typed.as).data;
    const scope = z.enum(decisionScopes).safeParse(typed.scope).data;
    if (as === undefined || scope === undefined || !typed.field) throw choiceMissing();
    // The form of a question names the person it is about, whomever the answer is for.
    const user = isOfOnePerson(scope) ? typed.user || undefined : undefined;
    return { field: typed.field, as: typedDecision(as, typed), for: scope, user };
  }

  async #asNow(ref: RunRef, { field = '' }: Typed): Promise<Treatment | undefined> {
    const { tag } = await this.database.read((rows) => runFound(rows, ref));
    return fieldsNow(await recordedRules(this.tools, ref.company, { tag }), tag)(field).as;
  }

  async #view(company: Company, address: RunAddress, principal: Principal) {
    const { year, period, paidOn: datedOn } = address;
    const view = await this.views.find(principal, { companyId: company.id, year, period, datedOn });
    if (view === undefined) throw notHere('such pay run');
    return view;
  }

  async #anotherPerson(company: Company, { row }: RunView, { person }: Principal) {
    if (company.approval === 'one' || person === undefined) return {};
    return this.database.read(async (rows) => {
      const blocked: Partial<Record<keyof typeof reviewed, string>> = {};
      for (const act of ['post', 'amend', 'sign-off'] as const) {
        const asked = { company, run: row, who: person, asked: reviewed[act] };
        const verdict = await secondPerson(this.tools, rows, asked);
        if (!verdict.may) blocked[act] = `you worked on this pay run, so someone else must do it. ${whoElse(verdict)}`;
      }
      return blocked;
    });
  }

  async #broughtBy(company: Company, { row }: RunView): Promise<readonly string[]> {
    if (company.approval === 'one' || (row.state !== 'ready' && row.state !== 'changed')) return [];
    return this.database.read((rows) => broughtBy(rows, company, row));
  }

  async #deciding(company: Company, { row: { tag, datedOn }, mapped, payroll }: RunView) {
    const record = await recordedRules(this.tools, company, { tag });
    const run = { tag, datedOn, mapped: mapped ?? null };
    const having = havingIn({ record, run, period: payroll, at: this.database.clock.now() });
    return { having, fieldNow: fieldsNow(record, tag) };
  }

  /** The month's other questions, and the reasons that the person gave before. */
  async #asking({ row, mapped }: RunView, principal: Principal): Promise<Pick<RunPageProps, 'queue' | 'reasons'>> {
    const held = await this.board.held(principal, row);
    const at = held.findIndex((one) => isSameRun(one.row, row)) + 1;
    const { actor } = whoOf(principal, 'page');
    const reasons = new Map<string, readonly string[]>();
    await this.database.read(async (rows) => {
      for (const { field } of mapped?.holds ?? [])
        if (field !== undefined) reasons.set(field, await reasonsBefore(rows, actor, field));
    });
    return { queue: { at, held, next: nextHeld(held, row) }, reasons };
  }

  async #page(
    company: Company,
    address: RunAddress,
    principal: Principal,
    { also = [], ...shown }: { part: number; typed: Typed; also?: readonly Also[]; problem?: Problem },
  ): Promise<PageAnswer> {
    const view = await this.#view(company, address, principal);
    const previews = view.row.state === 'held' ? await previewsOf(this.tools, company, view) : [];
    // Only then does the page ask how a pay item is to be treated.
    const isAsking = view.row.state === 'held' || view.row.state === 'ready';
    const deciding = isAsking && hasRole(principal, 'reviewer') ? await this.#deciding(company, view) : {};
    const asking =
      view.row.state === 'held' && hasRole(principal, 'reviewer') ? await this.#asking(view, principal) : {};
    const figures = figuresOf(view.payroll, view.row);
    const now = this.database.clock.now();
    const { assignment, colleagues } = await this.database.read(async (rows) => ({
      assignment: await workOn(rows, principal, view.row),
      colleagues: hasRole(principal, 'reviewer') ? await colleaguesOf(rows, company.id) : [],
    }));
    const anotherPerson = await this.#anotherPerson(company, view, principal);
    const broughtBy = await this.#broughtBy(company, view);
    const policy = { ...company.policy, approval: company.approval };
    // The person who answers here has looked at it.
    const mode = modeFor(policy, { isAdjustment: false, lookedAt: true });
    return {
      title: `${view.row.company}, paid ${shortDay(view.row.datedOn)}`,
      section: 'board',
      status: shown.problem?.status,
      body: (
        <RunPage
          {...shown}
          anotherPerson={anotherPerson}
          broughtBy={broughtBy}
          assignment={assignment}
          colleagues={colleagues}
          mode={mode}
          hmrcDueOn={hmrcDueOn(view.row, company.policy.controls)}
          view={view}
          principal={principal}
          now={now}
          figures={figures}
          previews={previews}
          {...deciding}
          {...asking}
          also={also.map((one) => JSON.stringify(one))}
        />
      ),
    };
  }
}

/** "and 2 more clients"; who was left as they were, and why. */
function othersInWords(answers: readonly OneOfMany[]): string {
  if (answers.length === 0) return '';
  const left = answers.flatMap((one) => ('problem' in one ? [`${one.company}: ${one.problem.title}`] : []));
  const done = answers.length - left.length;
  return `${done === 0 ? '' : ` The same for ${count(done, 'more client')}.`}${left.length === 0 ? '' : ` Not decided: ${left.join('; ')}.`}`;
}

const changedSince = {
  detail: 'A client that was ticked is not asked this any more, or its figures have changed. Nothing was decided.',
  todo: 'Look at the list again, tick those it is for, and decide.',
};

const reviewed = { post: 'post', amend: 'amend', 'sign-off': 'sign_off' } as const;

function recheckedPage({ run, readAt, findings }: Rechecked): PageAnswer {
  const own = findings.some(({ tag }) => adjustmentIn(tag).run === run.tag);
  const others = findings.length - (own ? 1 : 0);
  const found = own ? 'this pay run differs' : 'in the books once, unaltered';
  const elsewhere = others > 0 ? `; ${count(others, 'difference')} in other pay runs of the client` : '';
  return { redirect: runPath(run), flash: `Books read at ${timeInLondon(readAt)}: ${found}${elsewhere}.` };
}

const choiceMissing = () =>
  problem('nothing-chosen', {
    detail: 'A decision needs an answer, and for whom it is made.',
    todo: 'Choose both, then send it again.',
  });
