import { Body, Controller, Get, Param, Post, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import * as z from 'zod';
import { today } from '../../../ground/clock.js';
import { Allow, Who } from '../../../access/access.js';
import { ReadsPay } from '../../../access/pay-reads.js';
import type { Principal } from '../../../access/principal.js';
import type { Acted, RunRef } from '../../../acts/act.js';
import { ActTools } from '../../../acts/act-tools.js';
import { adjust } from '../../../acts/runs/adjust.js';
import { amend } from '../../../acts/runs/amend.js';
import { approve } from '../../../acts/approval/approve.js';
import { ignore } from '../../../acts/runs/ignore.js';
import { post } from '../../../acts/runs/post.js';
import { reverse } from '../../../acts/runs/reverse.js';
import { whoOf } from '../../../acts/who-of.js';
import type { Company } from '../../../companies/company.js';
import { type Problem, problem } from '../../../ground/problem.js';
import { adjustmentIn } from '../../../journal/nouns/adjustment.js';
import { taxMonthOf, taxYearOf } from '../../../journal/nouns/dates.js';
import { adjustmentsOf } from '../../../views/run/adjustments.js';
import { period, word, year } from '../../../views/lists/lists.js';
import { adjustmentInWords, inSentence, stateWords } from '../../../views/words/words.js';
import { form } from '../frame/form.js';
import type { PageAnswer } from '../frame/page.js';
import { namesInBooks } from '../../../views/lists/names-in-books.js';
import { CompanyNamed } from '../frame/company-named.js';
import { PageInterceptor } from '../frame/page.interceptor.js';
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
@ApiExcludeController()
@UseInterceptors(PageInterceptor)
@Controller('clients/:company/settings/adjustments')
export class AdjustmentsController {
  constructor(private readonly tools: ActTools) {}

  @Allow('viewer')
  @ReadsPay('adjustments')
  @Get()
  show(@CompanyNamed() company: Company, @Who() principal: Principal): Promise<PageAnswer> {
    return this.#page(company, principal, {});
  }

  @Allow('reviewer')
  @Post()
  enter(
    @CompanyNamed() company: Company,
    @Body({ schema: adjustmentForm }) fields: AdjustmentFields,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    return this.#done(company, principal, fields, async () => {
      const { year: inYear, period: inPeriod, ...given } = adjustmentFrom(fields);
      return adjust(this.tools, { company, year: inYear, period: inPeriod }, { ...given, who: by(principal) });
    });
  }

  @Allow('reviewer')
  @Post(':year/:period/:name')
  act(
    @CompanyNamed() company: Company,
    @Param({ schema: place }) at: z.infer<typeof place>,
    @Body({ schema: adjustmentForm }) fields: AdjustmentFields,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const ref: RunRef = { company, year: at.year, period: at.period, adjustment: at.name };
    const reason = (fields.reason ?? '').trim();
    const given = { who: by(principal), reason, fingerprint: fields.fingerprint || undefined };
    const { data: name } = actName.safeParse(fields.act);
    return this.#done(company, principal, {}, async () => {
      if (name === undefined) throw nothingChosen();
      if (name === 'approve') return approve(this.tools, ref, { ...given, hold: fields.hold ?? '' });
      return acts[name](this.tools, ref, given);
    });
  }

  #done(company: Company, principal: Principal, fields: AdjustmentFields, act: () => Promise<Acted>) {
    return form({
      act,
      done: ({ run, tag, sending }) => {
        const named = `${adjustmentInWords(adjustmentIn(tag).adjustment ?? '')} of ${company.name}`;
        const flash = withSending(`${named}: ${inSentence(stateWords[run.state])}.`, sending);
        return { redirect: adjustmentsPath(company.id), flash };
      },
      again: (problem) => this.#page(company, principal, fields, problem),
    });
  }

  async #page(
    company: Company,
    principal: Principal,
    fields: AdjustmentFields,
    problem?: Problem,
  ): Promise<PageAnswer> {
    const { database } = this.tools;
    const found = await database.read((rows) => adjustmentsOf(rows, principal, { companyId: company.id }));
    const adjustments = found.map(({ adjustment }) => adjustment);
    const accountNames = await database.read((rows) => namesInBooks(rows, company.id));
    const day = today(database.clock);
    const month = { year: taxYearOf(day), period: taxMonthOf(day) - 1 };
    return {
      title: `${company.name}: adjustments`,
      section: 'clients',
      status: problem?.status,
      body: <AdjustmentsPage {...{ company, principal, adjustments, accountNames, month, fields, problem }} />,
    };
  }
}

const by = (principal: Principal) => whoOf(principal, 'page');

const nothingChosen = () =>
  problem('nothing-chosen', {
    detail: 'The page has no such button. Nothing was done.',
    todo: 'Choose one of the buttons below.',
  });
