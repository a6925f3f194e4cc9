import { Body, Controller, Get, Post, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import * as z from 'zod';
import { Allow, Who } from '../../../access/access.js';
import type { Principal } from '../../../access/principal.js';
import { ActTools } from '../../../acts/act-tools.js';
import { leaveCompany } from '../../../acts/companies/leave-company.js';
import { pauseCompany } from '../../../acts/companies/pause-company.js';
import { resumeCompany } from '../../../acts/companies/resume-company.js';
import { eraseCompany } from '../../../acts/erasing/erase-company.js';
import { whoOf } from '../../../acts/who-of.js';
import type { Company } from '../../../companies/company.js';
import { Connection } from '../../../companies/connection.entity.js';
import { CompanyRow } from '../../../companies/company.entity.js';
import { type Problem, problem } from '../../../ground/problem.js';
import { withSending } from '../../../views/words/sending-in-words.js';
import { CompanyNamed } from '../frame/company-named.js';
import { form } from '../frame/form.js';
import type { PageAnswer } from '../frame/page.js';
import { PageInterceptor } from '../frame/page.interceptor.js';
import { companyPath } from '../frame/paths.js';
import { given } from '../frame/query.js';
import { count } from '../frame/words.js';
import { ConnectionPage } from './connection.page.js';

const leaveForm = z.object({ confirm: given });

/** Which books a client has, and what an administrator can do with the connection. */
@ApiExcludeController()
@UseInterceptors(PageInterceptor)
@Controller('clients/:company/connection')
export class ConnectionController {
  constructor(private readonly tools: ActTools) {}

  @Allow('viewer')
  @Get()
  show(@CompanyNamed() company: Company, @Who() principal: Principal): Promise<PageAnswer> {
    return this.#page(company, principal);
  }

  @Allow('admin')
  @Post('pause')
  async pause(@CompanyNamed() company: Company, @Who() principal: Principal): Promise<PageAnswer> {
    const { sending } = await pauseCompany(this.tools, company, by(principal));
    const done = `${company.name} is paused: nothing is fetched or posted.`;
    return { redirect: companyPath(company.id, 'connection'), flash: withSending(done, sending) };
  }

  @Allow('admin')
  @Post('resume')
  async resume(@CompanyNamed() company: Company, @Who() principal: Principal): Promise<PageAnswer> {
    const { sending } = await resumeCompany(this.tools, company, by(principal));
    return {
      redirect: companyPath(company.id, 'connection'),
      flash: withSending(`${company.name} works again.`, sending),
    };
  }

  @Allow('admin')
  @Post('leave')
  leave(
    @CompanyNamed() company: Company,
    @Body({ schema: leaveForm }) { confirm }: z.infer<typeof leaveForm>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    return this.#forGood({ company, confirm, refused: 'Not left' }, principal, async () => {
      const { sending } = await leaveCompany(this.tools, company, { who: by(principal) });
      return withSending(`${company.name} was left. What was recorded stays.`, sending);
    });
  }

  @Allow('admin')
  @Post('erase')
  erase(
    @CompanyNamed() company: Company,
    @Body({ schema: leaveForm }) { confirm }: z.infer<typeof leaveForm>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    return this.#forGood({ company, confirm, refused: 'Not erased' }, principal, async () => {
      const { payRuns } = await eraseCompany(this.tools, company, by(principal));
      return `All that was kept of ${count(payRuns, 'pay run')} of ${company.name} was erased. Its log stays.`;
    });
  }

  /** An act that cannot be undone needs the company's name typed. */
  #forGood({ company, confirm, refused }: ForGood, principal: Principal, act: () => Promise<string>) {
    return form({
      act: async () => {
        if (confirm !== company.name) throw notConfirmed(company, refused);
        return act();
      },
      done: (flash) => ({ redirect: companyPath(company.id, 'connection'), flash }),
      again: (problem) => this.#page(company, principal, problem),
    });
  }

  async #page(company: Company, principal: Principal, problem?: Problem): Promise<PageAnswer> {
    const { database } = this.tools;
    const { connection, createdAt } = await database.read(async (rows) => ({
      connection: await rows.findOneByOrFail(Connection, { id: company.connectionId }),
      createdAt: (await rows.findOneByOrFail(CompanyRow, { id: company.id })).createdAt,
    }));
    const shown = { company, connection, createdAt, principal, problem, now: database.clock.now() };
    return {
      title: `${company.name}: connection`,
      section: 'clients',
      status: problem?.status,
      body: <ConnectionPage {...shown} />,
    };
  }
}

interface ForGood {
  readonly company: Company;
  readonly confirm?: string;
  /** "Not left" */
  readonly refused: string;
}

const by = (principal: Principal) => whoOf(principal, 'page');

const notConfirmed = ({ name }: Company, refused: string) =>
  problem('not-confirmed', {
    detail: `${refused}: what was typed is not the name of the company, ${name}.`,
    todo: 'Type the name exactly as at the top, if you are sure.',
  });
