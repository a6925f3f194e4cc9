import { Get, Param } from '@nestjs/common';
import * as z from 'zod';
import { Public } from '../../../access/access.js';
import { notHere } from '../../../access/refusals.js';
import { allProblemTypes } from '../../../ground/problems.js';
import type { PageAnswer } from '../frame/page.js';
import { Pages } from '../kit/pages.js';
import { ProblemTypePage, ProblemTypesPage } from './problems.page.js';

/** The page behind a problem's `type`. It contains no one's data, so reading it needs no token. */
@Public()
@Pages('problems')
export class ProblemsController {
  @Get()
  all(): PageAnswer {
    return { title: 'Problem types', body: <ProblemTypesPage types={allProblemTypes} /> };
  }

  @Get(':slug')
  one(@Param('slug', { schema: z.string() }) slug: string): PageAnswer {
    const type = allProblemTypes.find((each) => each.slug === slug);
    if (type === undefined) throw notHere('such type of problem');
    return { title: type.slug, body: <ProblemTypePage type={type} /> };
  }
}
