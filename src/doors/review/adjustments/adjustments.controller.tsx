import { Body, Get, Param, Post } from '@nestjs/common';
import * as z from 'zod';
import { today } from '../../../ground/clock.js';
import { Allow } from '../../../access/access.js';
import { ReadsPay } from '../../../access/pay-reads.js';
import type { Acted, RunRef } from '../../../acts/act.js';
import { ActTools } from '../../../acts/act-tools.js';
import { adjust } from '../../../acts/runs/adjust.js';
import { amend } from '../../../acts/runs/amend.js';
import { approve } from '../../../acts/approval/approve.js';
import { ignore } from '../../../acts/runs/ignore.js';
import { post } from '../../../acts/runs/post.js';
import { reverse } from '../../../acts/runs/reverse.js';
import { type Problem, problem } from '../../../ground/problem.js';
import { adjustmentIn } from '../../../journal/nouns/adjustment.js';
import { taxMonthOf, taxYearOf } from '../../../journal/nouns/dates.js';
import { adjustmentsOf } from '../../../views/run/adjustments.js';
import { period, word, year } from '../../../views/lists/lists.js';
import { adjustmentInWords, inSentence, stateWords } from '../../../views/words/words.js';
import { form } from '../frame/form.js';
import type { PageAnswer } from '../frame/page.js';
import { namesInBooks } from '../../../views/lists/names-in-books.js';
import { AtClient, type Visit } from '../frame/visit.js';
import { clientPage, Pages } from '../kit/pages.js';
import { adjustmentsPath } from '../frame/paths.js';
import { type AdjustmentFields, adjustmentFrom } from './adjustment-form.js';
import { AdjustmentsPage } from './adjustments.page.js';
import { withSending } from '../../../views/words/sending-in-words.js';

const typedCharactersMax = 1000;
const adjustmentForm = z
  .object({ reason: z.string().optional() })
  .catchall(z.string().max(typedCharactersMax).catch(''));
const place = z.object({ year, period, name: word });
const actName = z.enum(['amend', 'reverse', 'approve', 'post', 'ignore']);
const acts = { amend, reverse, post, ignore } as const;

/** Journals in addition to the pay runs', and what a reviewer can do with them. */
@Pages('clients/:company/settings/adjustments')
export class AdjustmentsController {
  constructor(private readonly tools: ActTools) {}

  @Allow('viewer')
  @ReadsPay('adjustments')
  @Get()
  show(@AtClient() visit: Visit): Promise<PageAnswer> {
    return this.#page(visit, {});
  }

  @Allow('reviewer')
  @Post()
  enter(@AtClient() visit: Visit, @Body({ schema: adjustmentForm }) fields: AdjustmentFields): Promise<PageAnswer> {
    const { company, who } = visit;
    return this.#done(visit, fields, async () => {
      const { year: inYear, period: inPeriod, ...given } = adjustmentFrom(fields);
      return adjust(this.tools, { company, year: inYear, period: inPeriod }, { ...given, who });
    });
  }

  @Allow('reviewer')
  @Post(':year/:period/:name')
  act(
    @AtClient() visit: Visit,
    @Param({ schema: place }) at: z.infer<typeof place>,
    @Body({ schema: adjustmentForm }) fields: AdjustmentFields,
  ): Promise<PageAnswer> {
    const { company, who } = visit;
    const ref: RunRef = { company, year: at.year, period: at.period, adjustment: at.name };
    const reason = (fields.reason ?? '').trim();
    const given = { who, reason, fingerprint: fields.fingerprint || undefined };
    const { data: name } = actName.safeParse(fields.act);
    return this.#done(visit, {}, async () => {
      if (name === undefined) throw nothingChosen();
      if (name === 'approve') return approve(this.tools, ref, { ...given, hold: fields.hold ?? '' });
      return acts[name](this.tools, ref, given);
    });
  }

  #done(visit: Visit, fields: AdjustmentFields, act: () => Promise<Acted>) {
    const { company } = visit;
    return form({
      act,
      done: ({ run, tag, sending }) => {
        const named = `${adjustmentInWords(adjustmentIn(tag).adjustment ?? '')} of ${company.name}`;
        const flash = withSending(`${named}: ${inSentence(stateWords[run.state])}.`, sending);
        return { redirect: adjustmentsPath(company.id), flash };
      },
      again: (problem) => this.#page(visit, fields, problem),
    });
  }

  async #page({ company, principal }: Visit, fields: AdjustmentFields, problem?: Problem): Promise<PageAnswer> {
    const { database } = this.tools;
    const found = await database.read((rows) => adjustmentsOf(rows, principal, { companyId: company.id }));
    const adjustments = found.map(({ adjustment }) => adjustment);
    const accountNames = await database.read((rows) => namesInBooks(rows, company.id));
    const day = today(database.clock);
    const month = { year: taxYearOf(day), period: taxMonthOf(day) - 1 };
    return clientPage(
      company,
      'adjustments',
      <AdjustmentsPage {...{ company, principal, adjustments, accountNames, month, fields, problem }} />,
      problem,
    );
  }
}

const nothingChosen = () =>
  problem('nothing-chosen', {
    detail: 'The page has no such button. Nothing was done.',
    todo: 'Choose one of the buttons below.',
  });
