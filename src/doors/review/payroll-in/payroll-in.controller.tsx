import { Body, Get, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import * as z from 'zod';
import { Allow, Who } from '../../../access/access.js';
import type { Principal } from '../../../access/principal.js';
import { ActTools } from '../../../acts/act-tools.js';
import { today } from '../../../ground/clock.js';
import { previewFile } from '../../../acts/payrolls/preview-file.js';
import { clientsOf, type FileGiven, receiveFile, returnGiven } from '../../../acts/payrolls/receive-file.js';
import { whoOf } from '../../../acts/who-of.js';
import { Problem, problemWords } from '../../../ground/problem.js';
import { receivedAnswer } from '../../../views/company/received-files.js';
import type { PageAnswer } from '../frame/page.js';
import { Pages } from '../kit/pages.js';
import { type FileOutcome, PayrollInPage } from './payroll-in.page.js';
import { nameIn } from './takes-files.js';

const taxMonth = z.coerce.number().int().min(1).max(12);
const filesForm = z.object({
  look: z.literal('preview').optional(),
  month: z.union([z.literal('').transform(() => undefined), taxMonth]).optional(),
});

/** One place for the payroll files of all clients: each file names its own. */
@Pages('payroll-in')
export class PayrollInController {
  constructor(private readonly tools: ActTools) {}

  @Allow('reviewer')
  @Get()
  show(@Who() principal: Principal): PageAnswer {
    return page(principal, []);
  }

  @Allow('reviewer')
  @Post()
  async receive(
    @Body({ schema: filesForm }) { look, month }: z.infer<typeof filesForm>,
    @Who() principal: Principal,
    @Req() request: Request,
  ): Promise<PageAnswer> {
    const files = Array.isArray(request.files) ? request.files : [];
    const who = whoOf(principal, 'page');
    const clients = clientsOf(this.tools, who);
    const come = async (given: FileGiven) =>
      look === undefined
        ? receivedAnswer(await receiveFile(this.tools, clients, { who, ...given }), principal)
        : previewFile(this.tools, principal, await returnGiven(clients, given, today(this.tools.database.clock)));
    const outcomes: FileOutcome[] = [];
    for (const one of files) {
      const name = nameIn(one);
      try {
        outcomes.push(await come({ name, month, bytes: one.buffer }));
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        outcomes.push({ file: name, outcome: 'refused', error: problemWords(error) });
      }
    }
    return page(principal, outcomes);
  }
}

const page = (principal: Principal, outcomes: readonly FileOutcome[]): PageAnswer => ({
  title: 'Payroll in',
  section: 'clients',
  body: <PayrollInPage outcomes={outcomes} />,
});
