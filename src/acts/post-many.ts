import type { Company } from '../companies/company.js';
import { asProblem, Problem } from '../ground/problem.js';
import { PayRunRecord } from '../record/pay-run.entity.js';
import type { Act } from './act.js';
import type { RunTools } from './act-tools.js';
import { post } from './post.js';

export interface RunSeen {
  readonly company: Company;
  readonly tag: string;
  readonly fingerprint: string;
}

/** The run after it was posted, or why it was not. */
export type PostedOfMany = { readonly company: string; readonly tag: string } & (
  | { readonly run: PayRunRecord }
  | { readonly problem: Problem }
);

/** One after the other, each only if it still has the figures that were seen. */
export async function postMany(
  tools: RunTools,
  runs: readonly RunSeen[],
  act: Omit<Act, 'fingerprint'>,
): Promise<readonly PostedOfMany[]> {
  const answers: PostedOfMany[] = [];
  for (const one of runs) {
    const named = { company: one.company.name, tag: one.tag };
    try {
      answers.push({ ...named, run: await postOne(tools, one, act) });
    } catch (error) {
      answers.push({ ...named, problem: asProblem(error) });
    }
  }
  return answers;
}

async function postOne(
  tools: RunTools,
  { company, tag, fingerprint }: RunSeen,
  act: Omit<Act, 'fingerprint'>,
): Promise<PayRunRecord> {
  const row = await tools.database.read((em) => em.findOneBy(PayRunRecord, { companyId: company.id, tag }));
  if (!row) throw noSuchRun(company.name, tag);
  const ref = { company, year: row.year, period: row.period, paid: row.datedOn };
  return (await post(tools, ref, { ...act, fingerprint })).run;
}

function noSuchRun(company: string, tag: string): Problem {
  return new Problem({
    title: 'No such pay run',
    detail: `${company} has no pay run ${tag}.`,
    todo: 'Load the list again.',
    status: 404,
  });
}
