import { Body, Controller, Post, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { z } from 'zod';
import { Allow, Who } from '../../access/access.js';
import type { Principal } from '../../access/principal.js';
import { Reach } from '../../access/reach.js';
import { Problem } from '../../ground/problem.js';
import { ActTools } from '../../acts/act-tools.js';
import { whoOf } from '../../acts/who-of.js';
import { postMany, type RunSeen } from '../../acts/post-many.js';
import type { PageAnswer } from '../frame/page.js';
import { PageInterceptor } from '../frame/page.interceptor.js';
import { boardPath } from '../frame/paths.js';
import { PostedPage } from './posted.page.js';

/** What was ticked on the board: company, tag, and the fingerprint of what was seen. */
const picked = z
  .string()
  .max(500)
  .transform((text, context) => {
    const read = z.tuple([z.string(), z.string(), z.string()]).safeParse(parsed(text));
    if (read.success) return read.data;
    context.addIssue('what was ticked is not a pay run');
    return z.NEVER;
  });
const form = z.object({
  year: z.coerce.number().int(),
  month: z.coerce.number().int().min(1).max(12),
  reason: z.string().trim().max(1000).default(''),
  runs: z.union([picked.transform((one) => [one]), z.array(picked).max(1000)]).optional(),
});

/** Many ready runs at once: each only if it still says what was seen. */
@ApiExcludeController()
@UseInterceptors(PageInterceptor)
@Controller('runs/post')
export class PostManyController {
  constructor(
    private readonly tools: ActTools,
    private readonly reach: Reach,
  ) {}

  @Allow('reviewer')
  @Post()
  async post(@Body({ schema: form }) asked: z.infer<typeof form>, @Who() principal: Principal): Promise<PageAnswer> {
    const back = boardPath({ year: asked.year, period: asked.month - 1 });
    if (asked.runs === undefined) return { redirect: back, flash: 'Nothing was ticked, and nothing was posted.' };
    const runs: RunSeen[] = [];
    for (const [id, tag, fingerprint] of asked.runs) {
      runs.push({ company: await this.reach.company(principal, id), tag, fingerprint });
    }
    const done = await postMany(this.tools, runs, {
      who: whoOf(principal, 'page'),
      reason: asked.reason,
    });
    const troubled = done.flatMap((one) => ('problem' in one ? [{ company: one.company, problem: one.problem }] : []));
    const posted = done.filter((one) => 'run' in one && one.run.state === 'posted').length;
    if (troubled.length === 0) return { redirect: back, flash: `${posted} of ${done.length} posted.` };
    return {
      title: 'Posted',
      section: 'board',
      status: troubled.every(({ problem }) => problem instanceof Problem && problem.status < 500) ? 409 : 500,
      body: <PostedPage posted={posted} asked={done.length} troubled={troubled} back={back} />,
    };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
