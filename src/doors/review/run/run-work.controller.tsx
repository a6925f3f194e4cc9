import { Body, Controller, Param, Post, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import * as z from 'zod';
import { Allow, Who } from '../../../access/access.js';
import type { Principal } from '../../../access/principal.js';
import type { Company } from '../../../companies/company.js';
import { ActTools } from '../../../acts/act-tools.js';
import { assign } from '../../../acts/runs/assign.js';
import { note } from '../../../acts/runs/note.js';
import { whoOf } from '../../../acts/who-of.js';
import { type RunAddress, runAddress } from '../../../views/lists/run-address.js';
import type { PageAnswer } from '../frame/page.js';
import { CompanyNamed } from '../frame/company-named.js';
import { PageInterceptor } from '../frame/page.interceptor.js';
import { runKeyPath } from '../frame/paths.js';
import { given } from '../frame/query.js';

const form = z.object({ to: given, words: z.string().max(5000).catch('') });
const what = z.enum(['assign', 'note']);

/** Assigning a pay run, and notes about it. */
@ApiExcludeController()
@UseInterceptors(PageInterceptor)
@Controller('runs/:company/:year/:period/:paidOn/work')
export class RunWorkController {
  constructor(private readonly tools: ActTools) {}

  @Allow('reviewer')
  @Post(':what')
  async act(
    @CompanyNamed() company: Company,
    @Param({ schema: runAddress }) { year, period, paidOn }: RunAddress,
    @Param('what', { schema: what }) name: z.infer<typeof what>,
    @Body({ schema: form }) { to, words }: z.infer<typeof form>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const ref = { company, year, period, paid: paidOn };
    const who = whoOf(principal, 'page');
    const redirect = runKeyPath({ companyId: company.id, year, period, paidOn });
    if (name === 'note') {
      await note(this.tools, ref, { who, words });
      return { redirect, flash: 'Noted.' };
    }
    const person = await assign(this.tools, ref, { who, to: to ?? null });
    return { redirect, flash: person ? `Assigned to ${person.name}.` : 'Assigned to no one.' };
  }
}
