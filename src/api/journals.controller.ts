import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { z } from 'zod';
import { Database } from '../ground/database.js';
import { Money } from '../journal/money.js';
import { type PostedSet, postedSets } from '../views/queries.js';
import { Allow, Who } from '../access/access.js';
import type { CsvColumn } from '../views/csv.js';
import { answerCsv } from '../views/csv-answer.js';
import { period, word, year } from '../views/lists.js';
import type { Principal } from '../access/principal.js';
import { ApiProblems } from './docs/problem.schema.js';
import { Reach } from '../access/reach.js';
import { visible } from '../access/visible.js';

const journalFilter = z
  .strictObject({ company: word.optional(), year: year.optional(), period: period.optional() })
  .refine((filter) => filter.period === undefined || filter.year !== undefined, 'a period needs its year');

type PostedLine = PostedSet & { readonly line: PostedSet['posting']['lines'][number] };

const setColumns: readonly CsvColumn<PostedSet>[] = [
  { heading: 'Company', value: ({ company }) => company },
  { heading: 'Year', value: ({ run }) => run.year },
  { heading: 'Period', value: ({ run }) => run.period },
  { heading: 'Date paid', value: ({ run }) => run.datedOn },
  { heading: 'Dated', value: ({ posting }) => posting.datedOn },
  { heading: 'Tag', value: ({ posting }) => posting.tag },
  { heading: 'Kind', value: ({ posting }) => posting.kind },
  { heading: 'Journal set', value: ({ posting }) => posting.journalSet },
];

const lineColumns: readonly CsvColumn<PostedLine>[] = [
  ...setColumns,
  { heading: 'Account', value: ({ line }) => line.category },
  { heading: 'Debit', value: ({ line }) => side(line.debit, 'debit') },
  { heading: 'Credit', value: ({ line }) => side(line.debit, 'credit') },
  { heading: 'Description', value: ({ line }) => line.description },
  { heading: 'User', value: ({ line }) => line.user },
  { heading: 'From', value: ({ line }) => line.from?.join(' ') },
];

const totalColumns: readonly CsvColumn<PostedSet>[] = [
  ...setColumns,
  { heading: 'Payslips', value: ({ run }) => run.payslips },
  { heading: 'Gross', value: ({ run }) => run.gross },
  { heading: 'Net', value: ({ run }) => run.net },
  { heading: 'HMRC', value: ({ run }) => run.taxAuthority },
  { heading: 'Pension', value: ({ run }) => run.pension },
  { heading: 'Other', value: ({ run }) => run.other },
];

@ApiTags('Journals')
@Controller('api/journals.csv')
export class JournalsController {
  constructor(
    private readonly database: Database,
    private readonly reach: Reach,
  ) {}

  @Get()
  @Allow('viewer')
  @ApiOperation({
    summary: 'What stands in the books, line by line, as CSV',
    description:
      'Without the right to see pay: one row for each set with its totals (an account may have one person only), and none where the totals would tell what a person is paid.',
  })
  @ApiOkResponse({ content: { 'text/csv': { schema: { type: 'string' } } } })
  @ApiProblems(404)
  async csv(
    @Query({ schema: journalFilter }) { company, ...filter }: z.infer<typeof journalFilter>,
    @Who() principal: Principal,
    @Res() response: Response,
  ): Promise<void> {
    const viewer = await this.reach.narrowed(principal, company);
    const sets = postedSets(this.database, viewer, filter);
    if (principal.pay) await answerCsv(response, 'journals.csv', linesOf(sets), lineColumns);
    else await answerCsv(response, 'journals.csv', withTotals(sets, principal), totalColumns);
  }
}

async function* linesOf(sets: AsyncIterable<PostedSet>): AsyncGenerator<PostedLine> {
  for await (const set of sets) for (const line of set.posting.lines) yield { ...set, line };
}

async function* withTotals(sets: AsyncIterable<PostedSet>, principal: Principal): AsyncGenerator<PostedSet> {
  for await (const set of sets) if (visible(set.run, principal) !== 'state') yield set;
}

function side(debit: string, asked: 'debit' | 'credit'): Money | undefined {
  const amount = Money.parse(debit);
  if (asked === 'debit') return amount.isNegative() ? undefined : amount;
  return amount.isNegative() ? amount.negated() : undefined;
}
