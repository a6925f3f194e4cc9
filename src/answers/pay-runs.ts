import * as z from 'zod';
import type { Principal } from '../access/principal.js';
import type { Act, Acted, RunRef } from '../acts/act.js';
import { fingerprint, reason } from '../acts/act-body.js';
import type { OneOfMany } from '../acts/many.js';
import type { ActTools } from '../acts/act-tools.js';
import { roleOf, runActNames, type RunActName, runActOf, type runActs } from '../acts/run-acts.js';
import { runStates } from '../record/runs/run-state.js';
import type { Database } from '../ground/database.js';
import type { ReadRows } from '../ground/rows.js';
import type { PayRunRecord } from '../record/runs/pay-run.entity.js';
import { moment } from '../ground/written.js';
import { listOf, paging, period, word, year } from '../views/lists/lists.js';
import { runAddress } from '../views/lists/run-address.js';
import { acts, type Asked, type Declared, reads } from './answer.js';
import type { Answer } from './named.js';
import { adjustmentAnswer, adjustmentShown } from './adjustments.js';
import { companyOf, reachedBy, operationOf, runOf, toolsOf, whoOf } from './asked.js';
import { checked, detailOf, payRunDetail, payRunView, viewOf } from './pay-run.js';
import { problemAnswer } from './problem.js';
import { sending } from './sending.js';
import { syncResult } from './syncs.js';

const at = '/api/pay-runs/:company/:year/:period/:paidOn';
const runsAtOnceMax = 1000;

export const listPayRuns = reads({
  of: 'Pay runs',
  name: 'listPayRuns',
  at: 'GET /api/pay-runs',
  role: 'viewer',
  showsPay: 'pay runs',
  takes: z.strictObject({
    company: word.optional(),
    year: year.optional(),
    period: period.optional(),
    state: z.enum(runStates).optional(),
    ...paging,
  }),
  gives: listOf(payRunView),
  summary: 'pay runs, the latest month first',
  does: async (asked, { company, cursor, limit, ...filter }) => {
    const { cleanAmong } = await import('../views/checks/clean.js');
    const { payRunPage } = await import('../views/lists/queries.js');
    const { database } = await toolsOf(asked);
    const viewer = await reachedBy(asked, company);
    const { page, clean } = await database.read(async (rows) => {
      const found = await payRunPage(rows, viewer, filter, { after: cursor, size: limit });
      return {
        page: found,
        clean: await cleanAmong(
          rows,
          found.rows.map(({ run }) => run),
        ),
      };
    });
    const items = page.rows.map((row) => ({ ...viewOf(row.company, row.run, asked.who), ...judged(row.run, clean) }));
    return { items, next: page.next };
  },
});

const historyEntriesMax = 100;

const payRunRead = payRunDetail
  .extend({
    history: z
      .array(
        z.object({
          at: moment,
          act: z.string(),
          outcome: z.string(),
          actor: z.string(),
          trigger: z.string(),
          answer: z.string().optional(),
        }),
      )
      .optional()
      .meta({ description: 'The oldest first. Needs the right to see pay, as `adjustments` do.' }),
    adjustments: z
      .array(adjustmentAnswer)
      .optional()
      .meta({ description: 'Recoveries and adjustments of its tax month.' }),
  })
  .meta({ id: 'PayRunRead', description: '`journal` and `paid` need the right to see pay.' });

const onePayRun = { of: 'Pay runs', role: 'viewer', showsPay: 'pay run', gives: payRunRead } as const;

export const getPayRun = reads({
  ...onePayRun,
  name: 'getPayRun',
  at: `GET ${at}`,
  takes: z.strictObject(runAddress.shape),
  summary: 'one pay run: who was paid, the journal line by line, why it waits',
  does: async (asked, place) => {
    const { runFound } = await import('../acts/runs/run-found.js');
    const ref = await runOf(asked, place);
    return runRead(asked, ref.company.name, (rows) => runFound(rows, ref));
  },
});

export const getPayRunById = reads({
  ...onePayRun,
  name: 'getPayRunById',
  at: 'GET /api/pay-runs/:id',
  takes: z.strictObject({ id: z.string().max(1000) }),
  summary: 'the same, by its id',
  does: async (asked, { id }) => {
    const { runWithId } = await import('../views/lists/run-id.js');
    const { payRunTagged } = await import('../acts/runs/run-found.js');
    const { companyId, tag } = runWithId(id);
    const company = await companyOf(asked, companyId);
    return runRead(asked, company.name, (rows) => payRunTagged(rows, company, tag));
  },
});

async function runRead(asked: Asked, company: string, find: (rows: ReadRows) => Promise<PayRunRecord>) {
  const { checksOfOne } = await import('../views/checks/checks.js');
  const { cleanAmong } = await import('../views/checks/clean.js');
  const { decisionRow, standingDecisions } = await import('../views/run/standing-decisions.js');
  const { database } = await toolsOf(asked);
  const { run, clean, checks, standing } = await database.read(async (rows) => {
    const found = await find(rows);
    return {
      run: found,
      clean: await cleanAmong(rows, [found]),
      checks: await checksOfOne(rows, found),
      standing: asked.who.pay ? await standingDecisions(rows, found) : undefined,
    };
  });
  const detail = detailOf(company, run, asked.who);
  const shown = { ...detail, ...judged(run, clean), ...checked(checks), decisions: standing?.map(decisionRow) };
  return asked.who.pay ? { ...shown, ...(await aroundRun(database, asked.who, run)) } : shown;
}

async function aroundRun(
  database: Database,
  who: Principal,
  { companyId, tag, year: ofYear, period: inPeriod }: PayRunRecord,
) {
  const { monthTagIn } = await import('../journal/nouns/identity.js');
  const { LogViews } = await import('../views/log/log-view.js');
  const { adjustmentsOf } = await import('../views/run/adjustments.js');
  const ofRun = { companyId, tags: [tag, monthTagIn(tag)] };
  const { rows: history } = await new LogViews(database).page(who, ofRun, undefined, historyEntriesMax);
  const where = { companyId, year: ofYear, period: inPeriod };
  const adjustments = await database.read((rows) => adjustmentsOf(rows, who, where));
  return {
    history: history.toReversed(),
    adjustments: adjustments.map(({ company, adjustment }) => adjustmentShown(company, adjustment)),
  };
}

const judged = (run: PayRunRecord, clean: ReadonlySet<PayRunRecord>) =>
  run.state === 'ready' ? { clean: clean.has(run) } : {};

export const actedAnswer = z
  .object({
    company: z.string(),
    tag: z.string(),
    run: payRunDetail,
    sync: syncResult.optional(),
    sending: sending.optional(),
    answered: z.array(z.string()).optional().meta({
      description:
        'Of a decision: the user urls of those in this pay run for whom it counts: everyone with the field whom it reaches, except those with a narrower decision. Needs the right to see pay.',
    }),
  })
  .meta({ id: 'Acted', description: 'The pay run after the act.' });

/** Each act of the table, on one pay run. */
export const actsOnPayRuns = runActNames.map((name) => actOn(name));

function actOn(name: RunActName): Declared<z.ZodObject, typeof actedAnswer> {
  const { body, summary } = runActOf(name);
  const { shape } = body as z.ZodObject;
  return acts({
    of: 'Acts of a reviewer',
    name: operationOf(name, 'PayRun'),
    at: `POST ${at}/${name}`,
    role: roleOf(name),
    showsPay: 'pay run',
    takes: z.strictObject({ ...runAddress.shape, ...shape }).meta(body.meta() ?? {}),
    gives: actedAnswer,
    summary,
    does: async (asked, { company, year: ofYear, period: ofPeriod, paidOn, ...given }) => {
      const ref = await runOf(asked, { company, year: ofYear, period: ofPeriod, paidOn } as RunPlace);
      const act = { ...given, who: whoOf(asked) } as Act;
      return actedShown(await doneOn(await toolsOf(asked), name, { ref, act, pay: asked.who.pay }), asked.who);
    },
  });
}

interface ToDo {
  readonly ref: RunRef;
  /** With what the act's body names. */
  readonly act: Act;
  readonly pay: boolean;
}

export type Done = Acted & { readonly answered?: readonly string[] };

/** An act of the table; of a decision with those for whom it counts. */
export async function doneOn(tools: ActTools, name: RunActName, { ref, act, pay }: ToDo): Promise<Done> {
  if (name !== 'decide' || !pay) return runActOf(name).does(tools, ref, act);
  const { havingField } = await import('../acts/runs/decisions-tried.js');
  // Read before the decision: the payslips of what its answer posts may not be kept for long.
  const having = await havingField(tools, ref);
  const done = await runActOf(name).does(tools, ref, act);
  const { for: scope, field, ...given } = act as unknown as z.output<typeof runActs.decide.body>;
  const answered = having(field).answeredBy({ ...given, scope });
  return { ...done, ...(done.run.mapped?.paid !== undefined && { answered: answered.map(({ user }) => user) }) };
}

export const actedShown = (
  { run, sending: underway = [], ...done }: Done,
  who: Principal,
): Answer<typeof actedAnswer> => ({
  ...done,
  run: detailOf(done.company, run, who),
  sending: underway,
});

type RunPlace = z.output<typeof runAddress>;

export const postManyRuns = acts({
  of: 'Acts of a reviewer',
  name: 'postPayRuns',
  at: 'POST /api/pay-runs/post',
  role: 'reviewer',
  showsPay: 'pay runs',
  takes: z
    .strictObject({
      runs: z
        .array(z.strictObject({ company: word, tag: word, fingerprint }))
        .min(1)
        .max(runsAtOnceMax),
      reason,
    })
    .meta({ id: 'PostMany' }),
  gives: z
    .object({
      runs: z.array(
        z.object({
          company: z.string(),
          tag: z.string(),
          run: payRunDetail.optional(),
          problem: problemAnswer.optional(),
        }),
      ),
    })
    .meta({ id: 'ActedMany', description: 'The result for each run: the run after the act, or a problem.' }),
  summary: 'post many: each only if its figures are still those that were seen',
  does: async (asked, { runs, reason: why }) => {
    const { eachInReach } = await import('../acts/many.js');
    const { postMany } = await import('../acts/runs/post-many.js');
    const tools = await toolsOf(asked);
    const by = { who: whoOf(asked), reason: why };
    const find = (named: string) => companyOf(asked, named);
    return manyShown(await eachInReach(runs, find, (known) => postMany(tools, known, by)), asked.who);
  },
});

/** What came of each of many. */
export const manyShown = (answers: readonly OneOfMany[], who: Principal) => ({
  runs: answers.map(({ company, tag, ...answer }) =>
    'problem' in answer
      ? { company, tag, problem: answer.problem }
      : { company, tag, run: detailOf(company, answer.run, who) },
  ),
});

export const recheckRun = acts({
  of: 'Acts of a reviewer',
  name: 'recheckPayRun',
  at: `POST ${at}/recheck`,
  role: 'reviewer',
  showsPay: 'pay run',
  refuses: [502],
  takes: z.strictObject(runAddress.shape),
  gives: actedAnswer
    .omit({ sync: true, sending: true, answered: true })
    .extend({
      readAt: moment.meta({ description: 'When the books were read.' }),
      findings: z
        .array(
          z.object({
            tag: z.string(),
            problem: z.enum(['missing', 'edited', 'doubled', 'foreign']),
            journalSet: z.string().optional(),
            detail: z.string(),
          }),
        )
        .meta({ description: 'What differs, in any pay run of the company; empty when the books are as recorded.' }),
    })
    .meta({ id: 'Rechecked', description: 'The pay run after the books were read.' }),
  summary: 'read the books now and compare them with the record: changes nothing in them',
  does: async (asked, place) => {
    const { recheck } = await import('../acts/companies/recheck.js');
    const done = await recheck(await toolsOf(asked), await runOf(asked, place), whoOf(asked));
    return { ...done, run: detailOf(done.company, done.run, asked.who) };
  },
});
