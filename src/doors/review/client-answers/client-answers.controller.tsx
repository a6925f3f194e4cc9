import { Body, Get, Inject, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import * as z from 'zod';
import { Allow, Who } from '../../../access/access.js';
import type { Principal } from '../../../access/principal.js';
import { Reach } from '../../../access/reach.js';
import { ActTools } from '../../../acts/act-tools.js';
import { type AskedOne, askClients, notAskedWords } from '../../../acts/approval/ask-clients.js';
import { whoOf } from '../../../acts/who-of.js';
import type { Company } from '../../../companies/company.js';
import type { Config } from '../../../ground/config.js';
import { configKey } from '../../../ground/config.module.js';
import { clientMailKinds } from '../../../record/messages/client-mail.entity.js';
import { askedStates, type ClientAsked, clientsAsked } from '../../../views/company/clients-asked.js';
import { askedColumns } from '../../../views/company/clients-asked-words.js';
import { answerFile, type FileFormat, fileFormats, rowsOf } from '../../../views/files/table-file.js';
import { year } from '../../../views/lists/lists.js';
import { monthInWords } from '../../../journal/nouns/dates.js';
import type { PageAnswer } from '../frame/page.js';
import { partQuery } from '../frame/parts.js';
import { clientAnswersPath } from '../frame/paths.js';
import { count } from '../frame/words.js';
import { Pages } from '../kit/pages.js';
import { AskedPage, ClientAnswersPage, clientsPerPart } from './client-answers.page.js';

const monthShape = { year, month: z.coerce.number().int().min(1).max(12) };
const state = z.enum(askedStates).optional().catch(undefined);
const query = z.object({ ...monthShape, state }).extend(partQuery.shape);
const fileQuery = z.object({ ...monthShape, state });
const company = z.string().min(1).max(100);
const form = z.object({
  ...monthShape,
  state,
  kind: z.enum(clientMailKinds),
  companies: z.union([company.transform((one) => [one]), z.array(company).max(clientsPerPart)]).optional(),
});

/** What the clients of a month were asked, and answered; asks and reminds many. */
@Pages('client-answers')
export class ClientAnswersController {
  constructor(
    private readonly tools: ActTools,
    private readonly reach: Reach,
    @Inject(configKey) private readonly config: Pick<Config, 'publicUrl' | 'mail'>,
  ) {}

  @Allow('viewer')
  @Get()
  async list(
    @Query({ schema: query }) asked: z.output<typeof query>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const month = monthOf(asked);
    const all = await this.#asked(principal, month);
    const shown = { ...month, all, state: asked.state, part: asked.part - 1 };
    const about = { principal, mails: this.config.mail !== undefined, now: this.tools.database.clock.now() };
    return { title: 'Ask the clients', section: 'board', body: <ClientAnswersPage {...shown} {...about} /> };
  }

  @Allow('viewer')
  @Get('file.:format')
  async file(
    @Param('format', { schema: z.enum(fileFormats) }) format: FileFormat,
    @Query({ schema: fileQuery }) asked: z.output<typeof fileQuery>,
    @Who() principal: Principal,
    @Res() response: Response,
  ): Promise<void> {
    const month = monthOf(asked);
    const all = await this.#asked(principal, month);
    const rows = rowsOf(all.filter((one) => asked.state === undefined || one.state === asked.state));
    const name = `Clients’ answers ${monthInWords(month.year, month.period)}`;
    await answerFile(response, format, { name, sheet: 'Clients’ answers', rows, columns: askedColumns });
  }

  @Allow('reviewer')
  @Post()
  async ask(
    @Body({ schema: form }) { companies = [], kind, state: shown, ...asked }: z.output<typeof form>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const month = monthOf(asked);
    const redirect = clientAnswersPath(month, shown);
    if (companies.length === 0) return { redirect, flash: 'No client was ticked, and none was asked.' };
    const found: Company[] = [];
    for (const id of companies) found.push(await this.reach.company(principal, id));
    const mails = this.config.mail !== undefined;
    const by = { who: whoOf(principal, 'page'), pay: principal.pay, publicUrl: this.config.publicUrl };
    const made = await askClients(this.tools, found, { ...month, ...by, kind, mails });
    if (!made.some(({ is }) => is === 'link')) return { redirect, flash: madeInWords(made, kind) };
    const words = { ...month, made, mails, back: redirect, said: madeInWords(made, kind) };
    return { title: 'Links for the clients', section: 'board', body: <AskedPage {...words} /> };
  }

  #asked(principal: Principal, month: { readonly year: number; readonly period: number }) {
    const { database } = this.tools;
    const now = database.clock.now();
    return database.read((rows): Promise<readonly ClientAsked[]> => clientsAsked(rows, principal, month, now));
  }
}

const monthOf = ({ year, month }: { readonly year: number; readonly month: number }) => ({ year, period: month - 1 });

const namedMax = 3;

/** "2 clients will be mailed within a minute. Not asked: Ash Ltd (the client has approved)." */
function madeInWords(made: readonly AskedOne[], kind: z.output<typeof form>['kind']): string {
  const mailing = made.filter(({ is }) => is === 'mailing').length;
  const not = made.flatMap(({ company, why }) => (why === undefined ? [] : [`${company} (${notAskedWords[why]})`]));
  const more = not.length > namedMax ? ` and ${not.length - namedMax} more` : '';
  const verb = kind === 'reminder' ? 'Not reminded' : 'Not asked';
  return [
    mailing > 0 && `${count(mailing, 'client')} will be mailed within a minute.`,
    not.length > 0 && `${verb}: ${not.slice(0, namedMax).join(', ')}${more}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
