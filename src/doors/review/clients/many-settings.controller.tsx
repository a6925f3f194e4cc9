import { Body, Get, Post } from '@nestjs/common';
import * as z from 'zod';
import { Allow, Who } from '../../../access/access.js';
import type { Principal } from '../../../access/principal.js';
import { Reach } from '../../../access/reach.js';
import { ActTools } from '../../../acts/act-tools.js';
import { changeSettings, planSettings, seenOfPlans } from '../../../acts/companies/settings-of-many.js';
import { whoOf } from '../../../acts/who-of.js';
import { Problem, problemDetails } from '../../../ground/problem.js';
import type { PageAnswer } from '../frame/page.js';
import { Pages } from '../kit/pages.js';
import { ManySettingsPage, type ManySettingsProps } from './many-settings.page.js';

const csvCharactersMax = 400_000;
const listForm = z.object({
  csv: z.string().max(csvCharactersMax),
  seen: z.string().max(100).catch(''),
  reason: z.string().trim().catch(''),
});
type ListForm = z.infer<typeof listForm>;

/** Settings, references and pension answers of many clients by a list: previewed, then saved. */
@Pages('clients/settings')
export class ManySettingsController {
  constructor(
    private readonly tools: ActTools,
    private readonly reach: Reach,
  ) {}

  @Allow('admin')
  @Get()
  show(@Who() principal: Principal): PageAnswer {
    return page({ csv: '', principal });
  }

  @Allow('admin')
  @Post('preview')
  preview(@Body({ schema: listForm }) { csv }: ListForm, @Who() principal: Principal): Promise<PageAnswer> {
    return this.#shown({ csv, principal }, async () =>
      page({ csv, principal, plans: await this.#plans(principal, csv) }),
    );
  }

  @Allow('admin')
  @Post()
  save(@Body({ schema: listForm }) form: ListForm, @Who() principal: Principal): Promise<PageAnswer> {
    const { csv, seen, reason } = form;
    return this.#shown({ csv, principal, reason }, async () => {
      const plans = await this.#plans(principal, csv);
      // Only what was shown is saved.
      if (seen !== seenOfPlans(plans)) return page({ csv, principal, plans });
      const done = await changeSettings(this.tools, plans, { who: whoOf(principal, 'page'), reason, seen });
      return page({ csv: '', principal, done });
    });
  }

  #plans(principal: Principal, csv: string) {
    return planSettings(this.tools, csv, (named) => this.reach.company(principal, named));
  }

  /** What was typed stays, with what is wrong with it. */
  async #shown(props: ManySettingsProps, read: () => Promise<PageAnswer>): Promise<PageAnswer> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return page({ ...props, problem: problemDetails(error) }, error.status);
    }
  }
}

const page = (props: ManySettingsProps, status?: number): PageAnswer => ({
  title: 'Settings of many clients',
  section: 'clients',
  status,
  body: <ManySettingsPage {...props} />,
});
