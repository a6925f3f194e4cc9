import { Body, Get, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import * as z from 'zod';
import { Allow, Who } from '../../../access/access.js';
import { hasRole, type Principal } from '../../../access/principal.js';
import { whoOf } from '../../../acts/who-of.js';
import { Connection } from '../../../companies/connection.entity.js';
import { today } from '../../../ground/clock.js';
import { Database } from '../../../ground/database.js';
import { settings } from '../../../journal/policy/settings.js';
import { taxYearInWords } from '../../../journal/nouns/dates.js';
import { billedInYear, billingColumns } from '../../../views/company/billing.js';
import { answerFile, type FileFormat, fileFormats } from '../../../views/files/table-file.js';
import { year } from '../../../views/lists/lists.js';
import { companiesListed } from '../../../views/month/companies-listed.js';
import { dateOrNone } from '../kit/date-box.js';
import type { PageAnswer } from '../frame/page.js';
import { Pages } from '../kit/pages.js';
import { given, modeAsked } from '../frame/query.js';
import { ClientImports } from './client-imports.js';
import { ClientsPage } from './clients.page.js';

const companiesPerPage = 50;

const listQuery = z.object({ search: given, mode: modeAsked, after: given });
const yearQuery = z.object({ year });
type ListQuery = z.infer<typeof listQuery>;
const importForm = z.object({
  mode: settings.mode.schema.catch(settings.mode.usual),
  postFrom: given,
});

/** All clients, and importing those of a practice. */
@Pages('clients')
export class ClientsController {
  constructor(
    private readonly imports: ClientImports,
    private readonly database: Database,
  ) {}

  @Allow('viewer')
  @Get()
  async list(@Query({ schema: listQuery }) asked: ListQuery, @Who() principal: Principal): Promise<PageAnswer> {
    const page = await this.database.read((rows) =>
      companiesListed(rows, principal, asked, { after: asked.after, size: companiesPerPage }),
    );
    const mayImport = hasRole(principal, 'admin') && principal.companies === null;
    const practices = mayImport ? await this.#practices() : [];
    const importing = mayImport ? this.imports.state : undefined;
    const now = this.database.clock.now();
    const shown = { page, asked, principal, practices, importing, now, today: today(this.database.clock) };
    return {
      title: 'Clients',
      section: 'clients',
      refreshSeconds: importing?.running ? 2 : undefined,
      body: <ClientsPage {...shown} />,
    };
  }

  @Allow('viewer')
  @Get('billing.:format')
  async billing(
    @Param('format', { schema: z.enum(fileFormats) }) format: FileFormat,
    @Query({ schema: yearQuery }) { year }: z.infer<typeof yearQuery>,
    @Who() principal: Principal,
    @Res() response: Response,
  ): Promise<void> {
    const words = `Billing ${taxYearInWords(year)}`;
    await answerFile(response, format, {
      name: words.replace('/', '-'),
      sheet: words,
      rows: billedInYear(this.database, principal, year),
      columns: billingColumns,
    });
  }

  @Allow('admin')
  @Post('import')
  import(@Body({ schema: importForm }) typed: z.infer<typeof importForm>, @Who() principal: Principal): PageAnswer {
    this.imports.begin({ ...typed, postFrom: dateOrNone(typed.postFrom) }, by(principal));
    // Its own note says how far it is: a small one has ended before the page is read.
    return { redirect: '/clients' };
  }

  async #practices(): Promise<readonly string[]> {
    const where = { kind: 'practice', state: 'working' } as const;
    const found = await this.database.read((rows) => rows.find(Connection, { where, order: { name: 'ASC' } }));
    return found.map(({ name }) => name);
  }
}

const by = (principal: Principal) => whoOf(principal, 'page');
