import { reaches } from '../access/principal.js';
import type { Companies } from '../companies/companies.js';
import type { Company } from '../companies/company.js';
import type { Life } from '../companies/life.js';
import { type Problem, problem } from '../ground/problem.js';
import type { SyncRequest } from '../record/runs/sync-record.entity.js';
import type { Who } from './act.js';

export interface SyncAsked extends Omit<SyncRequest, 'trigger' | 'actor'> {
  readonly who: Who;
  /** Absent is every company within reach. */
  readonly company?: Company;
}

interface SyncToStart {
  readonly company: Company;
  readonly request: SyncRequest;
}

/** A paused company is synced too: its writes in doubt are settled, and nothing is fetched or posted. */
export const syncedLives: readonly Life[] = ['working', 'paused'];

/** The syncs that a person asks for, one per company. The door puts them in the queue; a command runs them itself. */
export async function* syncsToStart(
  { companies }: { readonly companies: Pick<Companies, 'all'> },
  { who, company: named, ...asked }: SyncAsked,
): AsyncGenerator<SyncToStart> {
  const { actor, trigger } = who;
  const request = { ...asked, trigger, actor };
  if (asked.period !== undefined && asked.year === undefined) throw yearMissing();
  if (named !== undefined && !syncedLives.includes(named.life)) throw notSynced(named);
  for await (const company of named === undefined ? companies.all({ life: syncedLives }) : [named]) {
    if (reaches(who, company.id)) yield { company, request };
  }
}

/** A month alone would be that month of every tax year. */
function yearMissing(): Problem {
  return problem('tax-year-missing', {
    detail: 'A month was given without its tax year.',
    todo: 'Give the year as well, such as 2026/27.',
  });
}

function notSynced({ name, life }: Company): Problem {
  return problem('company-not-working', {
    detail: `${name} ${life === 'left' ? 'was left' : 'is not set up yet'}: nothing is fetched or posted for it.`,
    todo: 'Choose another company.',
  });
}
