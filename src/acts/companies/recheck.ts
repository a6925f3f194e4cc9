import { payKeyOf } from '../../journal/nouns/pay-key.js';
import type { Company } from '../../companies/company.js';
import type { Finding } from '../../sync/verify.js';
import type { Act, Acted, RunRef } from '../act.js';
import type { ActTools } from '../act-tools.js';
import { runFound } from '../runs/run-found.js';

export interface Rechecked extends Acted {
  /** When the books were read. */
  readonly readAt: Date;
  /** Differences in any pay run of the company: its books are read as a whole. */
  readonly findings: readonly Finding[];
}

type By = Pick<Act['who'], 'actor' | 'trigger'>;

/** Reads the books now and compares them with the record. Writes nothing to them; verify writes the log line. */
export function recheckCompany(
  { verify }: Pick<ActTools, 'verify'>,
  company: Company,
  { actor, trigger }: By,
): Promise<readonly Finding[]> {
  return verify.run(company, { actor, trigger });
}

/** For a person looking at one pay run. */
export async function recheck(
  { database, verify }: Pick<ActTools, 'database' | 'verify'>,
  ref: RunRef,
  who: By,
): Promise<Rechecked> {
  const { run, readAt } = await database.read(async (rows) => ({
    run: await runFound(rows, ref),
    readAt: await database.now(rows),
  }));
  const findings = await recheckCompany({ verify }, ref.company, who);
  const after = await database.read((rows) => runFound(rows, { ...ref, paid: payKeyOf(run) }));
  return { company: ref.company.name, tag: after.tag, run: after, readAt, findings };
}
