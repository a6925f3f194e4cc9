import { Body, Controller, Get, Post, Query, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { In } from 'typeorm';
import * as z from 'zod';
import { Allow, Who } from '../../access/access.js';
import { CompanyNames } from '../../views/company-names.js';
import { type Principal, reaches } from '../../access/principal.js';
import { Reach } from '../../access/reach.js';
import { ActTools } from '../../acts/act-tools.js';
import { syncsToStart } from '../../acts/start-sync.js';
import { whoOf } from '../../acts/who-of.js';
import { Database } from '../../ground/database.js';
import { SyncRecord } from '../../record/runs/sync-record.entity.js';
import { SyncQueue } from '../../runner/queue.js';
import type { PageAnswer } from '../frame/page.js';
import { PageInterceptor } from '../frame/page.interceptor.js';
import { withQuery } from '../frame/paths.js';
import { given } from '../frame/query.js';
import { isOver, SyncPage, type SyncShown, SyncStatus } from './sync.page.js';

/** An address has room for this many; of a practice with more, the page follows the first ones. */
const followedMax = 40;
const refreshSeconds = 2;

const form = z.object({ company: given });
const query = z.object({ ids: z.string().max(3000).catch('') });

/** Syncs that a person asks for and follows. */
@ApiExcludeController()
@UseInterceptors(PageInterceptor)
@Controller('syncs')
export class SyncPageController {
  constructor(
    private readonly queue: SyncQueue,
    private readonly tools: ActTools,
    private readonly reach: Reach,
    private readonly names: CompanyNames,
    private readonly database: Database,
  ) {}

  @Allow('reviewer')
  @Post()
  async begin(
    @Body({ schema: form }) { company }: z.infer<typeof form>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const ids: string[] = [];
    let submitted = 0;
    const named = company === undefined ? undefined : await this.reach.company(principal, company);
    for await (const sync of syncsToStart(this.tools, { company: named, who: whoOf(principal, 'page') })) {
      const { id } = await this.queue.submit(sync.company, sync.request);
      submitted++;
      if (ids.length < followedMax) ids.push(id);
    }
    if (submitted === 0) return { redirect: '/companies', flash: 'There is no company to sync.' };
    return { redirect: withQuery('/syncs', { ids: ids.join(',') }) };
  }

  @Allow('viewer')
  @Get()
  async show(@Query({ schema: query }) asked: z.infer<typeof query>, @Who() principal: Principal): Promise<PageAnswer> {
    const ids = idsIn(asked.ids);
    const shown = await this.#shown(ids, principal);
    return {
      title: 'Sync',
      section: 'board',
      refreshSeconds: shown.every(isOver) ? undefined : refreshSeconds,
      body: <SyncPage ids={ids} shown={shown} />,
    };
  }

  @Allow('viewer')
  @Get('status')
  async status(
    @Query({ schema: query }) asked: z.infer<typeof query>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const ids = idsIn(asked.ids);
    return { part: <SyncStatus ids={ids} shown={await this.#shown(ids, principal)} /> };
  }

  async #shown(ids: readonly string[], principal: Principal): Promise<readonly SyncShown[]> {
    if (ids.length === 0) return [];
    const found = await this.database.read((rows) => rows.findBy(SyncRecord, { id: In([...ids]) }));
    const own = found.filter((row) => reaches(principal, row.companyId));
    const names = await this.names.of(own.map((row) => row.companyId));
    const shown = own.map((sync) => ({ sync, company: names.get(sync.companyId) ?? '' }));
    return shown.sort((a, b) => ids.indexOf(a.sync.id) - ids.indexOf(b.sync.id));
  }
}

function idsIn(text: string): readonly string[] {
  return text
    .split(',')
    .filter((id) => /^[\w-]{1,64}$/.test(id))
    .slice(0, followedMax);
}
