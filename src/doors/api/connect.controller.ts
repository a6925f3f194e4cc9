import { Body, Controller, Get, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import * as z from 'zod';
import { ActTools } from '../../acts/act-tools.js';
import { companyNameCharactersMax } from '../../acts/companies/company-name.js';
import { beginConnecting, finishConnecting } from '../../acts/companies/connect-company.js';
import { whoOf } from '../../acts/who-of.js';
import type { Connected } from '../../companies/connecting.js';
import { dateTyped } from '../../journal/nouns/dates.js';
import { Allow, Public, Who } from '../../access/access.js';
import { escaped } from '../../access/plain-problem-page.js';
import type { Principal } from '../../access/principal.js';
import { secretHash } from '../../access/secret.js';
import { sessionIdIn } from '../../access/session-cookie.js';
import type { Config } from '../../ground/config.js';
import { configKey } from '../../ground/config.module.js';
import { settings } from '../../journal/policy/settings.js';

const empty = (text: string) => (text === '' ? undefined : text);
const optional = z.string().trim().max(200).default('').transform(empty);

const connectForm = z.object({
  name: z.string().trim().min(1, 'a name is needed').max(companyNameCharactersMax),
  mode: settings.mode.schema.default(settings.mode.usual),
  postFrom: z
    .string()
    .trim()
    .default('')
    .refine(
      (text) => text === '' || dateTyped(text) !== undefined,
      'a date is written day/month/year, such as 31/10/2025',
    )
    .transform(dateTyped),
  subdomain: optional,
  practice: z
    .enum(['', 'on'])
    .default('')
    .transform((checked) => checked === 'on'),
});
const callbackQuery = z.object({
  state: z.string().max(200).optional(),
  code: z.string().max(2000).optional(),
  error: z.string().max(200).optional(),
});

/** Connecting by browser: to the accounting service's own page and back. */
@ApiExcludeController()
@Controller('connect')
export class ConnectController {
  constructor(
    private readonly tools: ActTools,
    @Inject(configKey) private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

  @Allow('admin')
  @Post()
  async begin(
    @Body({ schema: connectForm }) form: z.infer<typeof connectForm>,
    @Who() principal: Principal,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const session = principal.via === 'session' ? sessionIdIn(request, this.config) : undefined;
    const who = whoOf(principal, 'page');
    const { authorizeUrl } = await beginConnecting(this.tools, form, who, session && secretHash(session));
    response.redirect(303, authorizeUrl);
  }

  /** Public, because someone sent there from a terminal has no session here; the `state` shows what it belongs to. */
  @Public()
  @Get('callback')
  async finish(
    @Query({ schema: callbackQuery }) query: z.infer<typeof callbackQuery>,
    @Who() who: Principal | undefined,
    @Res() response: Response,
  ) {
    const connected = await finishConnecting(this.tools, query);
    if (who) return response.redirect(303, placeOf(connected));
    response.type('html').send(connectedPage(connected));
  }
}

/** The page on which a signed-in person goes on. */
function placeOf(connected: Connected): string {
  if (connected.kind === 'practice') return '/clients#import';
  const id = encodeURIComponent(connected.company.id);
  return connected.created ? `/first-run/${id}` : `/clients/${id}/connection`;
}

function connectedPage(connected: Connected): string {
  const [name, next] =
    connected.kind === 'practice'
      ? [connected.practice.name, 'Its clients can be imported now.']
      : [connected.company.name, 'It is synced at the next schedule, or when you ask for it.'];
  const did = connected.created ? 'is connected' : 'was connected already: its connection was renewed';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Connected</title><h1>${escaped(name)} ${did}</h1><p>${next}</p><p><a href="/clients">Clients</a></p></html>`;
}
