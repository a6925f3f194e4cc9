import { Body, Get, Post, Query } from '@nestjs/common';
import * as z from 'zod';
import { Allow, Who } from '../../../access/access.js';
import { CompanyNames } from '../../../views/lists/company-names.js';
import type { Principal } from '../../../access/principal.js';
import { Reach } from '../../../access/reach.js';
import { ActTools } from '../../../acts/act-tools.js';
import { whoOf } from '../../../acts/who-of.js';
import { Database } from '../../../ground/database.js';
import { SyncQueue } from '../../../runner/queue.js';
import { submitSyncs } from '../../../runner/submit-syncs.js';
import { word } from '../../../views/lists/lists.js';
import { syncsFollowed } from '../../../views/lists/syncs-followed.js';
import type { PageAnswer } from '../frame/page.js';
import { Pages } from '../kit/pages.js';
import { followPath, withQuery } from '../frame/paths.js';
import { given } from '../frame/query.js';
import { shownElsewhere, SyncPage, type SyncsProps, SyncStatus } from './sync.page.js';

const refreshSeconds = 2;

const form = z.object({ company: given, dryRun: given });
type Form = z.infer<typeof form>;
const moment = z.iso.datetime().optional().catch(undefined);
const query = z.object({ id: word.optional().catch(undefined), since: moment, until: moment });
type Query = z.infer<typeof query>;

/** Syncs that a person asks for and follows. */
@Pages('syncs')
export class SyncPageController {
  constructor(
    readonly queue: SyncQueue,
    readonly tools: ActTools,
    private readonly reach: Reach,
    private readonly names: CompanyNames,
    private readonly database: Database,
  ) {}

  @Allow('reviewer')
  @Post()
  async begin(@Body({ schema: form }) { company, dryRun }: Form, @Who() principal: Principal): Promise<PageAnswer> {
    const named = company === undefined ? undefined : await this.reach.company(principal, company);
    const asked = { company: named, dryRun: dryRun === 'on', who: whoOf(principal, 'page') };
    const begun = await submitSyncs(this, asked);
    const [first] = begun.submitted;
    if (first === undefined) return { redirect: '/clients', flash: 'There is no client to sync.' };
    return { redirect: named === undefined ? followPath(begun) : withQuery('/syncs', { id: first.id }) };
  }

  @Allow('viewer')
  @Get()
  async show(@Query({ schema: query }) asked: Query, @Who() principal: Principal): Promise<PageAnswer> {
    const followed = await this.#followed(asked, principal);
    const found = shownElsewhere(followed);
    if (found !== undefined) return { redirect: found };
    return {
      title: 'Sync',
      section: asked.id === undefined ? 'board' : 'clients',
      refreshSeconds: followed.over < followed.total ? refreshSeconds : undefined,
      body: <SyncPage {...followed} />,
    };
  }

  @Allow('viewer')
  @Get('status')
  async status(@Query({ schema: query }) asked: Query, @Who() principal: Principal): Promise<PageAnswer> {
    return { part: <SyncStatus {...(await this.#followed(asked, principal))} /> };
  }

  async #followed({ id, since, until }: Query, principal: Principal): Promise<SyncsProps> {
    const window =
      since !== undefined && until !== undefined ? { since: new Date(since), until: new Date(until) } : undefined;
    const asked = window ?? { id: id ?? '' };
    const followed = await this.database.read((rows) => syncsFollowed(rows, principal, asked));
    const names = await this.names.of(followed.shown.map(({ companyId }) => companyId));
    const shown = followed.shown.map((sync) => ({ sync, company: names.get(sync.companyId) ?? '' }));
    return { ...followed, shown, path: withQuery('/syncs/status', { id, since, until }) };
  }
}
