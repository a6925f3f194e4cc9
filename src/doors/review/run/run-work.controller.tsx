import { Body, Param, Post } from '@nestjs/common';
import * as z from 'zod';
import { Allow } from '../../../access/access.js';
import { ActTools } from '../../../acts/act-tools.js';
import { assign } from '../../../acts/runs/assign.js';
import { note } from '../../../acts/runs/note.js';
import { type RunAddress, runAddress } from '../../../views/lists/run-address.js';
import type { PageAnswer } from '../frame/page.js';
import { AtClient, type Visit } from '../frame/visit.js';
import { Pages } from '../kit/pages.js';
import { runKeyPath } from '../frame/paths.js';
import { given } from '../frame/query.js';

const form = z.object({ to: given, words: z.string().max(5000).catch('') });
const what = z.enum(['assign', 'note']);

/** Assigning a pay run, and notes about it. */
@Pages('runs/:company/:year/:period/:paidOn/work')
export class RunWorkController {
  constructor(private readonly tools: ActTools) {}

  @Allow('reviewer')
  @Post(':what')
  async act(
    @AtClient() { company, who }: Visit,
    @Param({ schema: runAddress }) { year, period, paidOn }: RunAddress,
    @Param('what', { schema: what }) name: z.infer<typeof what>,
    @Body({ schema: form }) { to, words }: z.infer<typeof form>,
  ): Promise<PageAnswer> {
    const ref = { company, year, period, paid: paidOn };
    const redirect = runKeyPath({ companyId: company.id, year, period, paidOn });
    if (name === 'note') {
      await note(this.tools, ref, { who, words });
      return { redirect, flash: 'Noted.' };
    }
    const person = await assign(this.tools, ref, { who, to: to ?? null });
    return { redirect, flash: person ? `Assigned to ${person.name}.` : 'Assigned to no one.' };
  }
}
