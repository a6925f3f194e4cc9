import { Body, Get, Inject, Ip, Param, Post } from '@nestjs/common';
import * as z from 'zod';
import { Allow, Public, Who } from '../../../access/access.js';
import { FailedAttempts } from '../../../access/failed-attempts.js';
import type { Principal } from '../../../access/principal.js';
import { Reach } from '../../../access/reach.js';
import { tooManyFailures } from '../../../access/refusals.js';
import { whoOf } from '../../../acts/who-of.js';
import { ActTools } from '../../../acts/act-tools.js';
import { answerAsClient, clientAsked } from '../../../acts/approval/answer-as-client.js';
import { withdrawClientLink } from '../../../acts/approval/withdraw-client-link.js';
import { askClient } from '../../../acts/approval/ask-client.js';
import { MonthFiles } from '../../../evidence/month-files.js';
import { taxMonthInWords } from '../../../evidence/words.js';
import { momentInWords } from '../../../ground/london.js';
import type { Config } from '../../../ground/config.js';
import { configKey } from '../../../ground/config.module.js';
import { asProblem, isProblem, type Problem, problemDetails } from '../../../ground/problem.js';
import { period, word, year } from '../../../views/lists/lists.js';
import type { PageAnswer } from '../frame/page.js';
import { runKeyPath } from '../frame/paths.js';
import { Pages } from '../kit/pages.js';
import { ClientAskedPage, ClientPage, ClientThanks } from './client.page.js';

const code = z
  .string()
  .regex(/^[\w-]{43}$/)
  .catch('');
const wanted = z.object({ company: word, year, period });
const withdrawn = z.object({ company: word, paid: word });
const answered = z.object({
  answer: z.enum(['approved', 'query']),
  name: z.string().trim().max(100),
  words: z.string().trim().max(1000).catch(''),
});

/** Sends a client a link, and answers the client who opens it. */
@Pages()
export class ClientController {
  constructor(
    private readonly tools: ActTools,
    private readonly reach: Reach,
    private readonly files: MonthFiles,
    private readonly failures: FailedAttempts,
    @Inject(configKey) private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

  @Allow('reviewer')
  @Post('client-links')
  async ask(
    @Body({ schema: wanted }) { company: named, ...month }: z.infer<typeof wanted>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const company = await this.reach.company(principal, named);
    const who = whoOf(principal, 'page');
    const { url, expiresAt } = await askClient(this.tools, company, {
      ...month,
      who,
      pay: principal.pay,
      publicUrl: this.config.publicUrl,
    });
    const words = { company: company.name, month: taxMonthInWords(month.year, month.period), url };
    return {
      title: 'Link for the client',
      body: <ClientAskedPage {...words} until={momentInWords(expiresAt)} />,
    };
  }

  @Allow('reviewer')
  @Post('client-links/:link/withdraw')
  async withdraw(
    @Param('link', { schema: word }) id: string,
    @Body({ schema: withdrawn }) { company: named, paid }: z.infer<typeof withdrawn>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const company = await this.reach.company(principal, named);
    const { year, period } = await withdrawClientLink(this.tools, company, { id, who: whoOf(principal, 'page') });
    const redirect = runKeyPath({ companyId: company.id, year, period, paidOn: paid });
    return { redirect, flash: 'The link is withdrawn: no one can open it any more.' };
  }

  @Public()
  @Get('client/:code')
  show(@Param('code', { schema: code }) given: string, @Ip() address: string): Promise<PageAnswer> {
    return this.#page(given, address);
  }

  @Public()
  @Post('client/:code')
  async answer(
    @Param('code', { schema: code }) given: string,
    @Body({ schema: answered }) typed: z.infer<typeof answered>,
    @Ip() address: string,
  ): Promise<PageAnswer> {
    try {
      const { company } = await this.#asked(given, address);
      await answerAsClient(this.tools, given, typed);
      return { title: 'Thank you', body: <ClientThanks company={company.name} /> };
    } catch (error) {
      if (!isProblem(error, 'answer-incomplete')) throw error;
      return this.#page(given, address, error);
    }
  }

  async #page(given: string, address: string, error?: Problem): Promise<PageAnswer> {
    const { asked, company } = await this.#asked(given, address);
    const { payments, statement } = await this.files.payments(company, asked);
    const problem = error && problemDetails(error);
    const body = {
      company: company.name,
      month: taxMonthInWords(asked.year, asked.period),
      payments,
      statement,
      problem,
    };
    return {
      title: 'Payments to approve',
      body: <ClientPage {...body} path={`/client/${given}`} />,
      status: error?.status,
    };
  }

  /** Guessing is slowed down, as at the sign-in. */
  async #asked(given: string, address: string) {
    try {
      return await clientAsked(this.tools, given);
    } catch (error) {
      const wait = asProblem(error).status === 410 ? await this.failures.count(address) : undefined;
      throw wait === undefined ? error : tooManyFailures(wait);
    }
  }
}
