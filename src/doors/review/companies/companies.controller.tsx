import { Body, Controller, Get, Post, Query, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import * as z from 'zod';
import { dayInLondon } from '../../../ground/london.js';
import { Allow, Who } from '../../../access/access.js';
import { year as taxYear } from '../../../views/lists.js';
import { hasRole, type Principal } from '../../../access/principal.js';
import { Companies } from '../../../companies/companies.js';
import type { Company } from '../../../companies/company.js';
import { Connection } from '../../../companies/connection.entity.js';
import { Database } from '../../../ground/database.js';
import { taxYearOf } from '../../../journal/nouns/dates.js';
import { ActTools } from '../../../acts/act-tools.js';
import { eraseCompany } from '../../../acts/erasing/erase-company.js';
import { leaveCompany } from '../../../acts/companies/leave-company.js';
import { pauseCompany } from '../../../acts/companies/pause-company.js';
import { whoOf } from '../../../acts/who-of.js';
import { resumeCompany } from '../../../acts/companies/resume-company.js';
import { boardYear } from '../../../views/board/board-year.js';
import { type Problem, problem } from '../../../ground/problem.js';
import { ClientImports } from './client-imports.js';
import { CompaniesPage } from './companies.page.js';
import { CompanyPage } from './company.page.js';
import { companiesListed } from '../../../views/board/companies-listed.js';
import type { PageAnswer } from '../frame/page.js';
import { CompanyNamed } from '../frame/company-named.js';
import { PageInterceptor } from '../frame/page.interceptor.js';
import { dateOrNone } from '../frame/date-box.js';
import { companyPath } from '../frame/paths.js';
import { given } from '../frame/query.js';
import { count } from '../frame/words.js';
import { form } from '../frame/form.js';
import { withSending } from '../../../views/sending-in-words.js';
import { settings } from '../../../journal/policy/settings.js';

const companiesPerPage = 50;

const listQuery = z.object({ search: given, after: given });
const companyQuery = z.object({ year: taxYear.optional().catch(undefined) });
const importForm = z.object({
  mode: settings.mode.schema.catch('approve'),
  postFrom: given,
});
const leaveForm = z.object({ confirm: given });

/** The companies, and what an administrator does with them. */
@ApiExcludeController()
@UseInterceptors(PageInterceptor)
@Controller('companies')
export class CompaniesPageController {
  constructor(
    private readonly companies: Companies,
    private readonly imports: ClientImports,
    private readonly tools: ActTools,
    private readonly database: Database,
  ) {}

  @Allow('viewer')
  @Get()
  async list(
    @Query({ schema: listQuery }) asked: z.infer<typeof listQuery>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const page = await this.database.read((rows) =>
      companiesListed(rows, principal, asked, { after: asked.after, size: companiesPerPage }),
    );
    const mayImport = hasRole(principal, 'admin') && principal.companies === null;
    const practices = mayImport ? await this.#practices() : [];
    const importing = mayImport ? this.imports.state : undefined;
    const now = this.database.clock.now();
    const shown = { page, search: asked.search, principal, practices, importing, now };
    return {
      title: 'Companies',
      section: 'companies',
      refreshSeconds: importing?.running ? 2 : undefined,
      body: <CompaniesPage {...shown} />,
    };
  }

  @Allow('admin')
  @Post('import')
  import(@Body({ schema: importForm }) typed: z.infer<typeof importForm>, @Who() principal: Principal): PageAnswer {
    this.imports.begin({ ...typed, postFrom: dateOrNone(typed.postFrom) }, by(principal));
    return { redirect: '/companies', flash: 'The import has begun. Clients appear here as they are read.' };
  }

  @Allow('viewer')
  @Get(':company')
  show(
    @CompanyNamed() company: Company,
    @Query({ schema: companyQuery }) { year }: z.infer<typeof companyQuery>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    return this.#page(company, principal, year);
  }

  @Allow('admin')
  @Post(':company/pause')
  async pause(@CompanyNamed() company: Company, @Who() principal: Principal): Promise<PageAnswer> {
    const { sending } = await pauseCompany(this.tools, company, by(principal));
    const done = `${company.name} is paused: nothing is fetched or posted.`;
    return { redirect: companyPath(company.id), flash: withSending(done, sending) };
  }

  @Allow('admin')
  @Post(':company/resume')
  async resume(@CompanyNamed() company: Company, @Who() principal: Principal): Promise<PageAnswer> {
    const { sending } = await resumeCompany(this.tools, company, by(principal));
    return { redirect: companyPath(company.id), flash: withSending(`${company.name} works again.`, sending) };
  }

  @Allow('admin')
  @Post(':company/leave')
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
  @Post(':company/erase')
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
      done: (flash) => ({ redirect: companyPath(company.id), flash }),
      again: (problem) => this.#page(company, principal, undefined, problem),
    });
  }

  async #practices(): Promise<readonly string[]> {
    const where = { kind: 'practice', state: 'working' } as const;
    const found = await this.database.read((rows) => rows.find(Connection, { where, order: { name: 'ASC' } }));
    return found.map(({ name }) => name);
  }

  async #page(company: Company, principal: Principal, asked?: number, problem?: Problem): Promise<PageAnswer> {
    const now = this.database.clock.now();
    const year = asked ?? taxYearOf(dayInLondon(now));
    const viewer = { pay: principal.pay, companies: [company.id] };
    const [found] = (await this.database.read((rows) => boardYear(rows, viewer, { year }))).rows;
    const history = await this.companies.policyHistory(company.id);
    const shown = { company, year, months: found?.months ?? [], history, principal, now, problem };
    return { title: company.name, section: 'companies', status: problem?.status, body: <CompanyPage {...shown} /> };
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
