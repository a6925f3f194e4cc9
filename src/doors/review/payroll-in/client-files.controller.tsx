import { Body, Get, Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import * as z from 'zod';
import { Allow } from '../../../access/access.js';
import type { Principal } from '../../../access/principal.js';
import { ActTools } from '../../../acts/act-tools.js';
import { changePolicy } from '../../../acts/companies/change-policy.js';
import { mustBeNamedAlike } from '../../../acts/companies/named-alike.js';
import { previewFile } from '../../../acts/payrolls/preview-file.js';
import { guessReport, receiveReport, reportGiven } from '../../../acts/payrolls/receive-report.js';
import type { Received } from '../../../acts/payrolls/receive-file.js';
import { saySent } from '../../../acts/payrolls/say-sent.js';
import { freeFiles, withdrawFile } from '../../../acts/payrolls/withdraw-file.js';
import type { Company } from '../../../companies/company.js';
import { Database } from '../../../ground/database.js';
import { problem } from '../../../ground/problem.js';
import { word } from '../../../views/lists/lists.js';
import { namedOtherwise, payrollPeople } from '../../../views/company/payroll-people.js';
import { receivedAnswer, receivedFiles } from '../../../views/company/received-files.js';
import { fileInWords } from '../../../views/words/file-in-words.js';
import { AtClient, type Visit } from '../frame/visit.js';
import { dateOrNone } from '../kit/date-box.js';
import { form } from '../frame/form.js';
import type { PageAnswer } from '../frame/page.js';
import { clientPage, Pages } from '../kit/pages.js';
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
type Typed = z.infer<typeof typedForm>;

/** What a client's payroll was made of, where it comes as files. */
@Pages('clients/:company/payroll-in')
export class ClientFilesController {
  constructor(
    private readonly tools: ActTools,
    private readonly database: Database,
  ) {}

  @Allow('viewer')
  @Get()
  async show(@AtClient() visit: Visit): Promise<PageAnswer> {
    return this.#page(visit);
  }

  @Allow('reviewer')
  @Post('reports')
  async report(
    @AtClient() visit: Visit,
    @Body({ schema: reportForm }) { paid = '', look }: z.infer<typeof reportForm>,
    @Req() request: Request,
  ): Promise<PageAnswer> {
    const { company, principal, who } = visit;
    const [given] = Array.isArray(request.files) ? request.files : [];
    if (given === undefined) throw noFile();
    const [name, bytes, paidOn] = [nameIn(given), given.buffer, dateOrNone(paid) ?? ''];
    const guessed = async () => ({ file: name, guess: await guessReport(name, bytes) });
    return form({
      act: async () => {
        if (look === 'columns') return { columns: await guessed() };
        const report = { name, bytes, paidOn };
        if (look === undefined) return receiveReport(this.tools, company, { who, ...report });
        return { paid, preview: await previewFile(this.tools, principal, await reportGiven(company, report)) };
      },
      done: (done) => ('isKnown' in done ? takenIn(company, done, principal) : this.#page(visit, done)),
      again: async (refused) => {
        const isOpen = refused.kind === 'columns-unknown';
        return this.#page(visit, { paid, problem: refused, ...(isOpen && { columns: await guessed() }) });
      },
    });
  }

  @Allow('admin')
  @Post('columns')
  columns(@AtClient() visit: Visit, @Body({ schema: typedForm }) fields: Typed): Promise<PageAnswer> {
    const { company, who } = visit;
    const policy = { ...company.policy, payrollColumns: columnsTyped(fields) };
    const reason = `Columns of ${fields.file ?? 'a report'}`;
    return this.#changed(
      visit,
      () => changePolicy(this.tools, company, { who, policy, reason }),
      () => 'The columns are saved. Give the report again, with its pay date.',
    );
  }

  /** Bound to the policy that the person saw: who someone is may have been said since. */
  @Allow('admin')
  @Post('people')
  people(@AtClient() visit: Visit, @Body({ schema: typedForm }) fields: Typed): Promise<PageAnswer> {
    const { company, principal, who } = visit;
    const seen = { ...company, policyVersion: Number(fields.version) };
    const chosen = peopleTyped(fields);
    const typed = (fields.reason ?? '').trim();
    const policy = { ...company.policy, payrollPeople: { ...company.policy.payrollPeople, ...chosen } };
    const reason = typed === '' ? 'Who the people of the payroll files are' : typed;
    const act = async () => {
      const found = await this.database.read((rows) => payrollPeople(rows, company));
      mustBeNamedAlike(namedOtherwise(found, chosen, typed), principal);
      return changePolicy(this.tools, seen, { who, policy, reason });
    };
    const matched = count(Object.keys(chosen).length, 'person is', 'people are');
    return this.#changed(visit, act, () => `${matched} matched. The next sync uses this.`);
  }

  @Allow('admin')
  @Post('sent')
  sent(@AtClient() visit: Visit, @Body({ schema: typedForm }) fields: Typed): Promise<PageAnswer> {
    const { company, who } = visit;
    const seen = { ...company, policyVersion: Number(fields.version) };
    const late = lateTyped(fields);
    const [until, on] = [fields.until ?? '', dateOrNone(fields.on ?? '')];
    return this.#changed(
      visit,
      () => saySent(this.tools, seen, { who, until, late, on, reason: 'When files were sent to HMRC' }),
      () =>
        late.length === 0
          ? 'All were sent in time: nothing changes.'
          : `${count(late.length, 'file was', 'files were')} sent late: “HMRC due” goes by it.`,
    );
  }

  @Allow('reviewer')
  @Post(':id/withdraw')
  withdraw(
    @AtClient() visit: Visit,
    @Param('id', { schema: word }) id: string,
    @Body({ schema: withdrawForm }) { reason }: z.infer<typeof withdrawForm>,
  ): Promise<PageAnswer> {
    const { company, who } = visit;
    return this.#changed(
      visit,
      () => withdrawFile(this.tools, company, { id, who, reason }),
      ({ name }) => `${name} is taken back. The next sync uses what is left.`,
    );
  }

  /** Back to the page, with what was done, or with why it was refused. */
  #changed<Done>(visit: Visit, act: () => Promise<Done>, flash: (done: Done) => string): Promise<PageAnswer> {
    return form({
      act,
      done: (done) => ({ redirect: companyPath(visit.company.id, 'payroll-in'), flash: flash(done) }),
      again: (problem) => this.#page(visit, { problem }),
    });
  }

  async #page(
    { company, principal }: Visit,
    more: Pick<ClientFilesProps, 'columns' | 'preview' | 'problem' | 'paid'> = {},
  ): Promise<PageAnswer> {
    const { files, people, free } = await this.database.read(async (rows) => ({
      files: await receivedFiles(rows, principal, company),
      people: await payrollPeople(rows, company),
      free: await freeFiles(rows, company),
    }));
    return clientPage(
      company,
      'payroll in',
      <ClientFilesPage {...{ company, principal, files, free, people, ...more }} />,
    );
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
