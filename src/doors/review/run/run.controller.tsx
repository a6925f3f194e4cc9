import { paidInWords } from '../../../journal/nouns/pay-key.js';
import { Body, Get, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import * as z from 'zod';
import { nextMinute, timeInLondon } from '../../../ground/london.js';
import { Allow } from '../../../access/access.js';
import { shortDay } from '../../../journal/nouns/dates.js';
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
import type { Act, Acted, RunRef } from '../../../acts/act.js';
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
import { runPath } from '../frame/paths.js';
import { RunPage } from './run.page.js';
import { count, stateInWords } from '../frame/words.js';
import { asItIs } from './run-questions.js';
import { typedDecision } from './typed-decision.js';
import { figuresOf } from './workings.js';
import { inSentence } from '../../../views/words/words.js';
import { withSending } from '../../../views/words/sending-in-words.js';

const typedCharactersMax = 1000;

/** The fields of a form as text; each act checks the ones it needs. A reason is passed on whole. */
const runForm = z.object({ reason: z.string().optional() }).catchall(z.string().max(typedCharactersMax).catch(''));
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
    @Body({ schema: runForm }) typed: Typed,
  ): Promise<PageAnswer> {
    const ref: RunRef = { company, year: address.year, period: address.period, paid: address.paidOn };
    const again = (problem: Problem) => this.#page(company, address, principal, { part: 0, typed, problem });
    if (name === 'recheck') return this.#recheck(ref, principal, again);
    return form({
      act: () => this.#carryOut(name, ref, typed, principal),
      done: ({ run, sending }) => {
        const done = `${company.name}, paid ${paidInWords(run)}: ${becameInWords(name, run)}.`;
        return { redirect: runPath(run), flash: withSending(done, sending) };
      },
      again,
    });
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

  async #page(
    company: Company,
    address: RunAddress,
    principal: Principal,
    shown: { part: number; typed: Typed; problem?: Problem },
  ): Promise<PageAnswer> {
    const view = await this.#view(company, address, principal);
    const previews = view.row.state === 'held' ? await previewsOf(this.tools, company, view) : [];
    // Only then does the page ask how a pay item is to be treated.
    const isAsking = view.row.state === 'held' || view.row.state === 'ready';
    const deciding = isAsking && hasRole(principal, 'reviewer') ? await this.#deciding(company, view) : {};
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
        />
      ),
    };
  }
}

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
