import { Body, Controller, Get, HttpCode, Param, Post, Req, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import * as z from 'zod';
import { Allow, Who } from '../../../access/access.js';
import type { Principal } from '../../../access/principal.js';
import { ActTools } from '../../../acts/act-tools.js';
import { changePolicy } from '../../../acts/companies/change-policy.js';
import { mustBeNamedAlike } from '../../../acts/companies/named-alike.js';
import { previewFile } from '../../../acts/payrolls/preview-file.js';
import { guessReport, receiveReport, reportGiven } from '../../../acts/payrolls/receive-report.js';
import type { Received } from '../../../acts/payrolls/receive-file.js';
import { saySent } from '../../../acts/payrolls/say-sent.js';
import { freeFiles, withdrawFile } from '../../../acts/payrolls/withdraw-file.js';
import { whoOf } from '../../../acts/who-of.js';
import type { Company } from '../../../companies/company.js';
import { Database } from '../../../ground/database.js';
import { problem } from '../../../ground/problem.js';
import { word } from '../../../views/lists/lists.js';
import { namedOtherwise, payrollPeople } from '../../../views/company/payroll-people.js';
import { receivedAnswer, receivedFiles } from '../../../views/company/received-files.js';
import { fileInWords } from '../../../views/words/file-in-words.js';
import { CompanyNamed } from '../frame/company-named.js';
import { dateOrNone } from '../frame/date-box.js';
import { form } from '../frame/form.js';
import type { PageAnswer } from '../frame/page.js';
import { PageInterceptor } from '../frame/page.interceptor.js';
import { companyPath } from '../frame/paths.js';
import { count } from '../frame/words.js';
import { type ClientFilesProps, ClientFilesPage } from './client-files.page.js';
import { columnsTyped } from './columns-form.js';
import { peopleTyped } from './people-form.js';
import { lateTyped } from './sending-form.js';
import { nameIn } from './takes-files.js';

const reportForm = z.object({ paid: word.optional(), look: z.enum(['columns', 'preview']).optional() });
const withdrawForm = z.object({ reason: z.string().default('') });
const typedForm = z.record(z.string(), z.string().max(200));

/** What a client's payroll was made of, where it comes as files. */
@ApiExcludeController()
@UseInterceptors(PageInterceptor)
@Controller('clients/:company/payroll-in')
export class ClientFilesController {
  constructor(
    private readonly tools: ActTools,
    private readonly database: Database,
  ) {}

  @Allow('viewer')
  @Get()
  async show(@CompanyNamed() company: Company, @Who() principal: Principal): Promise<PageAnswer> {
    return this.#page(company, principal);
  }

  @Allow('reviewer')
  @Post('reports')
  @HttpCode(200)
  async report(
    @CompanyNamed() company: Company,
    @Body({ schema: reportForm }) { paid = '', look }: z.infer<typeof reportForm>,
    @Who() principal: Principal,
    @Req() request: Request,
  ): Promise<PageAnswer> {
    const [given] = Array.isArray(request.files) ? request.files : [];
    if (given === undefined) throw noFile();
    const [name, bytes, paidOn] = [nameIn(given), given.buffer, dateOrNone(paid) ?? ''];
    const guessed = async () => ({ file: name, guess: await guessReport(name, bytes) });
    return form({
      act: async () => {
        if (look === 'columns') return { columns: await guessed() };
        const report = { name, bytes, paidOn };
        if (look === undefined) return receiveReport(this.tools, company, { who: whoOf(principal, 'page'), ...report });
        return { paid, preview: await previewFile(this.tools, principal, await reportGiven(company, report)) };
      },
      done: (done) => ('isKnown' in done ? takenIn(company, done, principal) : this.#page(company, principal, done)),
      again: async (refused) => {
        const isOpen = refused.kind === 'columns-unknown';
        return this.#page(company, principal, { paid, problem: refused, ...(isOpen && { columns: await guessed() }) });
      },
    });
  }

  @Allow('admin')
  @Post('columns')
  @HttpCode(200)
  columns(
    @CompanyNamed() company: Company,
    @Body({ schema: typedForm }) fields: z.infer<typeof typedForm>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const policy = { ...company.policy, payrollColumns: columnsTyped(fields) };
    const reason = `Columns of ${fields.file ?? 'a report'}`;
    return form({
      act: () => changePolicy(this.tools, company, { who: whoOf(principal, 'page'), policy, reason }),
      done: () => ({
        redirect: companyPath(company.id, 'payroll-in'),
        flash: 'The columns are saved. Give the report again, with its pay date.',
      }),
      again: (refused) => this.#page(company, principal, { problem: refused }),
    });
  }

  /** Bound to the policy that the person saw: who someone is may have been said since. */
  @Allow('admin')
  @Post('people')
  @HttpCode(200)
  people(
    @CompanyNamed() company: Company,
    @Body({ schema: typedForm }) fields: z.infer<typeof typedForm>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const seen = { ...company, policyVersion: Number(fields.version) };
    const chosen = peopleTyped(fields);
    const typed = (fields.reason ?? '').trim();
    const policy = { ...company.policy, payrollPeople: { ...company.policy.payrollPeople, ...chosen } };
    const reason = typed === '' ? 'Who the people of the payroll files are' : typed;
    return form({
      act: async () => {
        const found = await this.database.read((rows) => payrollPeople(rows, company));
        mustBeNamedAlike(namedOtherwise(found, chosen, typed), principal);
        return changePolicy(this.tools, seen, { who: whoOf(principal, 'page'), policy, reason });
      },
      done: () => ({
        redirect: companyPath(company.id, 'payroll-in'),
        flash: `${count(Object.keys(chosen).length, 'person is', 'people are')} matched. The next sync uses this.`,
      }),
      again: (refused) => this.#page(company, principal, { problem: refused }),
    });
  }

  @Allow('admin')
  @Post('sent')
  @HttpCode(200)
  sent(
    @CompanyNamed() company: Company,
    @Body({ schema: typedForm }) fields: z.infer<typeof typedForm>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const seen = { ...company, policyVersion: Number(fields.version) };
    const late = lateTyped(fields);
    const reason = 'When files were sent to HMRC';
    const said = {
      who: whoOf(principal, 'page'),
      until: fields.until ?? '',
      late,
      on: dateOrNone(fields.on ?? ''),
      reason,
    };
    return form({
      act: () => saySent(this.tools, seen, said),
      done: () => ({
        redirect: companyPath(company.id, 'payroll-in'),
        flash:
          late.length === 0
            ? 'All were sent in time: nothing changes.'
            : `${count(late.length, 'file was', 'files were')} sent late: “HMRC due” goes by it.`,
      }),
      again: (refused) => this.#page(company, principal, { problem: refused }),
    });
  }

  async #page(
    company: Company,
    principal: Principal,
    more: Pick<ClientFilesProps, 'columns' | 'preview' | 'problem' | 'paid'> = {},
  ): Promise<PageAnswer> {
    const { files, people, free } = await this.database.read(async (rows) => ({
      files: await receivedFiles(rows, principal, company),
      people: await payrollPeople(rows, company),
      free: await freeFiles(rows, company),
    }));
    return {
      title: `${company.name}: payroll in`,
      section: 'clients',
      body: <ClientFilesPage {...{ company, principal, files, free, people, ...more }} />,
    };
  }

  @Allow('reviewer')
  @Post(':id/withdraw')
  @HttpCode(200)
  withdraw(
    @CompanyNamed() company: Company,
    @Param('id', { schema: word }) id: string,
    @Body({ schema: withdrawForm }) { reason }: z.infer<typeof withdrawForm>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    return form({
      act: () => withdrawFile(this.tools, company, { id, who: whoOf(principal, 'page'), reason }),
      done: ({ name }) => ({
        redirect: companyPath(company.id, 'payroll-in'),
        flash: `${name} is taken back. The next sync uses what is left.`,
      }),
      again: (refused) => this.#page(company, principal, { problem: refused }),
    });
  }
}

const noFile = () =>
  problem('file-refused', { detail: 'No file was chosen.', todo: 'Choose a report, as CSV or XLSX.' });

function takenIn({ id }: Company, taken: Received, principal: Principal): PageAnswer {
  const { isKnown, file } = taken;
  const inIt = fileInWords(receivedAnswer(taken, principal));
  return {
    redirect: companyPath(id, 'payroll-in'),
    flash: isKnown
      ? `${file.name} has been received already, and nothing was changed: ${inIt}.`
      : `${file.name} is taken in: ${inIt}.`,
  };
}
