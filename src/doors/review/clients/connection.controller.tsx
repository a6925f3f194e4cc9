import { Body, Get, Post } from '@nestjs/common';
import * as z from 'zod';
import { Allow } from '../../../access/access.js';
import { ActTools } from '../../../acts/act-tools.js';
import { leaveCompany } from '../../../acts/companies/leave-company.js';
import { pauseCompany } from '../../../acts/companies/pause-company.js';
import { resumeCompany } from '../../../acts/companies/resume-company.js';
import { eraseCompany } from '../../../acts/erasing/erase-company.js';
import type { Company } from '../../../companies/company.js';
import { Connection } from '../../../companies/connection.entity.js';
import { CompanyRow } from '../../../companies/company.entity.js';
import { type Problem, problem } from '../../../ground/problem.js';
import { withSending } from '../../../views/words/sending-in-words.js';
import { AtClient, type Visit } from '../frame/visit.js';
import { form } from '../frame/form.js';
import type { PageAnswer } from '../frame/page.js';
import { clientPage, Pages } from '../kit/pages.js';
import { companyPath } from '../frame/paths.js';
import { given } from '../frame/query.js';
import { count } from '../frame/words.js';
import { ConnectionPage } from './connection.page.js';

const leaveForm = z.object({ confirm: given });
type LeaveForm = z.infer<typeof leaveForm>;

/** Which books a client has, and what an administrator can do with the connection. */
@Pages('clients/:company/connection')
export class ConnectionController {
  constructor(private readonly tools: ActTools) {}

  @Allow('viewer')
  @Get()
  show(@AtClient() visit: Visit): Promise<PageAnswer> {
    return this.#page(visit);
  }

  @Allow('admin')
  @Post('pause')
  async pause(@AtClient() { company, who }: Visit): Promise<PageAnswer> {
    const { sending } = await pauseCompany(this.tools, company, who);
    return done(company, withSending(`${company.name} is paused: nothing is fetched or posted.`, sending));
  }

  @Allow('admin')
  @Post('resume')
  async resume(@AtClient() { company, who }: Visit): Promise<PageAnswer> {
    const { sending } = await resumeCompany(this.tools, company, who);
    return done(company, withSending(`${company.name} works again.`, sending));
  }

  @Allow('admin')
  @Post('leave')
  leave(@AtClient() visit: Visit, @Body({ schema: leaveForm }) { confirm }: LeaveForm): Promise<PageAnswer> {
    const { company, who } = visit;
    return this.#forGood(visit, { confirm, refused: 'Not left' }, async () => {
      const { sending } = await leaveCompany(this.tools, company, { who });
      return withSending(`${company.name} was left. What was recorded stays.`, sending);
    });
  }

  @Allow('admin')
  @Post('erase')
  erase(@AtClient() visit: Visit, @Body({ schema: leaveForm }) { confirm }: LeaveForm): Promise<PageAnswer> {
    const { company, who } = visit;
    return this.#forGood(visit, { confirm, refused: 'Not erased' }, async () => {
      const { payRuns } = await eraseCompany(this.tools, company, who);
      return `All that was kept of ${count(payRuns, 'pay run')} of ${company.name} was erased. Its log stays.`;
    });
  }

  /** An act that cannot be undone needs the company's name typed. */
  #forGood(visit: Visit, { confirm, refused }: ForGood, act: () => Promise<string>): Promise<PageAnswer> {
    const { company } = visit;
    return form({
      act: async () => {
        if (confirm !== company.name) throw notConfirmed(company, refused);
        return act();
      },
      done: (flash) => done(company, flash),
      again: (problem) => this.#page(visit, problem),
    });
  }

  async #page({ company, principal }: Visit, problem?: Problem): Promise<PageAnswer> {
    const { database } = this.tools;
    const { connection, createdAt } = await database.read(async (rows) => ({
      connection: await rows.findOneByOrFail(Connection, { id: company.connectionId }),
      createdAt: (await rows.findOneByOrFail(CompanyRow, { id: company.id })).createdAt,
    }));
    const shown = { company, connection, createdAt, principal, problem, now: database.clock.now() };
    return clientPage(company, 'connection', <ConnectionPage {...shown} />, problem);
  }
}

interface ForGood {
  readonly confirm?: string;
  /** "Not left" */
  readonly refused: string;
}

const done = ({ id }: Company, flash: string): PageAnswer => ({ redirect: companyPath(id, 'connection'), flash });

const notConfirmed = ({ name }: Company, refused: string) =>
  problem('not-confirmed', {
    detail: `${refused}: what was typed is not the name of the company, ${name}.`,
    todo: 'Type the name exactly as at the top, if you are sure.',
  });
