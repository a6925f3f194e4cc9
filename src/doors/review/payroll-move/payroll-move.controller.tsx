import { Body, Get, Post } from '@nestjs/common';
import * as z from 'zod';
import { Allow } from '../../../access/access.js';
import { ActTools } from '../../../acts/act-tools.js';
import { movedAnswer, movePayroll } from '../../../acts/payrolls/move-payroll.js';
import type { Problem } from '../../../ground/problem.js';
import { dateTyped, dayInWords } from '../../../journal/nouns/dates.js';
import { payrollSources } from '../../../views/company/payroll-sources.js';
import { payrollInWords } from '../../../views/words/policy-in-words.js';
import { withSending } from '../../../views/words/sending-in-words.js';
import { AtClient, type Visit } from '../frame/visit.js';
import { form } from '../frame/form.js';
import type { PageAnswer } from '../frame/page.js';
import { clientPage, Pages } from '../kit/pages.js';
import { companyPath } from '../frame/paths.js';
import { PayrollMovePage } from './payroll-move.page.js';

const moveForm = z.object({
  move: z.string().trim().max(60).catch(''),
  on: z.string().trim().max(20).catch(''),
  reason: z.string().trim().catch(''),
});

/** Where a client's payroll comes from, from a pay date on. */
@Pages('clients/:company/settings/payroll-move')
export class PayrollMoveController {
  constructor(private readonly tools: ActTools) {}

  @Allow('viewer')
  @Get()
  show(@AtClient() visit: Visit): Promise<PageAnswer> {
    return this.#page(visit, {});
  }

  @Allow('admin')
  @Post()
  move(@AtClient() visit: Visit, @Body({ schema: moveForm }) typed: z.infer<typeof moveForm>): Promise<PageAnswer> {
    const { company, who } = visit;
    const [from = '', to = ''] = typed.move.split('>');
    const given = { from, to, on: dateTyped(typed.on) ?? typed.on, reason: typed.reason };
    return form({
      act: () => movePayroll(this.tools, company, { who, ...given }),
      done: (moved) => {
        const { to, on } = movedAnswer(moved);
        const words = `Payroll comes from ${payrollInWords(to)} from ${dayInWords(on)} on.`;
        return { redirect: companyPath(company.id, 'settings'), flash: withSending(words, moved.sending) };
      },
      again: (problem) => this.#page(visit, { typed, problem }),
    });
  }

  async #page(
    { company, principal }: Visit,
    more: { readonly typed?: z.infer<typeof moveForm>; readonly problem?: Problem },
  ): Promise<PageAnswer> {
    const sources = await this.tools.database.read((rows) => payrollSources(rows, company));
    return clientPage(company, 'move payroll', <PayrollMovePage {...{ company, principal, sources, ...more }} />);
  }
}
