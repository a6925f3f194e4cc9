import { payKeyOf } from '../journal/nouns/pay-key.js';
import type { Company } from '../companies/company.js';
import { asProblem, type Problem, problem } from '../ground/problem.js';
import { PayRunRecord } from '../record/runs/pay-run.entity.js';
import type { Act, Acted, RunRef } from './act.js';
import type { RunTools } from './act-tools.js';

export interface RunSeen {
  readonly company: Company;
  readonly tag: string;
  readonly fingerprint: string;
}

/** The run after the act, or why nothing was done to it. */
export type OneOfMany = { readonly company: string; readonly tag: string } & (
  | { readonly run: PayRunRecord }
  | { readonly problem: Problem }
);

/** The way doors name a run: the company by id or name. */
export type RunNamed = Omit<RunSeen, 'company'> & { readonly company: string };

/**
 * Answers in the order of the runs. A company that is unknown or out of reach does not cost any other run its answer.
 */
export async function eachInReach(
  runs: readonly RunNamed[],
  find: (named: string) => Promise<Company>,
  act: (known: readonly RunSeen[]) => Promise<readonly OneOfMany[]>,
): Promise<readonly OneOfMany[]> {
  const known: RunSeen[] = [];
  const problems = new Map<RunNamed, Problem>();
  for (const run of runs) {
    try {
      known.push({ ...run, company: await find(run.company) });
    } catch (error) {
      problems.set(run, asProblem(error));
    }
  }
  const answers = [...(await act(known))];
  return runs.flatMap((run) => {
    const problem = problems.get(run);
    return problem ? { company: run.company, tag: run.tag, problem } : answers.splice(0, 1);
  });
}

/** One after the other, each only if its figures are still those that were seen. */
export async function eachOf(
  { database }: Pick<RunTools, 'database'>,
  runs: readonly RunSeen[],
  act: (ref: RunRef, fingerprint: string) => Promise<Acted>,
  onDone: (done: number) => void = () => undefined,
): Promise<readonly OneOfMany[]> {
  const answers: OneOfMany[] = [];
  for (const { company, tag, fingerprint } of runs) {
    const named = { company: company.name, tag };
    try {
      const row = await database.read((rows) =>
        rows.findOneBy(PayRunRecord, { companyId: company.id, tag, kind: 'payroll' }),
      );
      if (!row) throw noSuchRun(company.name, tag);
      const ref = { company, year: row.year, period: row.period, paid: payKeyOf(row) };
      answers.push({ ...named, run: (await act(ref, fingerprint)).run });
    } catch (error) {
      answers.push({ ...named, problem: asProblem(error) });
    }
    onDone(answers.length);
  }
  return answers;
}

export type ManyAct = Omit<Act, 'fingerprint'>;

function noSuchRun(company: string, tag: string): Problem {
  return problem('no-such-pay-run', {
    detail: `${company} has no pay run ${tag}.`,
    todo: 'Load the list again.',
  });
}
