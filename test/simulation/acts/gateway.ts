import type { HttpRequest } from '../../../src/books/http.js';
import { addDays, tagOf } from '../payroll.js';
import type { Random } from '../random.js';
import { minuteMs, type Stage } from '../stage.js';
import { Posting } from '../../../src/record/runs/posting.entity.js';

/**
 * Two companies behind one gateway, which for a while answers what is asked of the one from the books of the other. A
 * sync asks once whose books these are, so a mix-up that begins after that cannot be prevented, and is not drawn: each
 * begins before a sync and ends after it.
 */

export const otherCompany = { name: 'Oak Ltd', subdomain: 'oak' } as const;

const ofBooks = /\/v2\/(?:journal_sets|accounting|company|categories|users|final_accounts)/;

/** Sets in the other company's books: of our prefix, often of the same pay dates. */
export async function fillOtherBooks(stage: Stage, random: Random): Promise<void> {
  for (const run of stage.payroll.runs) {
    if (random.chance(0.4)) continue;
    const datedOn = random.chance(0.7) ? run.datedOn : addDays(run.datedOn, random.pick([-1, 1]));
    const pounds = 1000 + random.whole(1, 900) + 0.37;
    await stage.service.journalElsewhere(otherCompany.subdomain, datedOn, pounds, tagOf({ ...run, datedOn }));
  }
}

/** The gateway takes one company for the other for the whole of a sync. */
export async function mixTenants(stage: Stage, random: Random): Promise<void> {
  const { accessToken } = await stage.service.authorise(otherCompany.subdomain);
  const before = await recorded(stage);
  stage.log('the gateway mixes two companies up');
  stage.report.reach('two companies were mixed up');
  stage.network.gateway = (request) => routed(stage, request, accessToken);
  try {
    for (let syncs = random.whole(1, 2); syncs > 0; syncs--) {
      if (random.chance(0.2)) await stage.verify();
      else await stage.sync(random.whole(0, 1), { full: random.chance(0.5) });
      await stage.time.sleep(random.pick([1, 11]) * minuteMs);
    }
  } finally {
    stage.network.gateway = undefined;
  }
  stage.log('the gateway is right again');
  const after = await recorded(stage);
  const strange = [...after].filter((one) => !before.has(one));
  if (strange.length > 0) stage.violate(`tenants: from the other company's books was recorded ${strange.join(', ')}`);
}

function routed(stage: Stage, request: HttpRequest, accessToken: string): HttpRequest {
  if (!ofBooks.test(request.url)) return request;
  if (request.method !== 'GET') stage.violate(`tenants: ${request.method} ${request.url} reached the other company`);
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${accessToken}` } };
}

/** What the record says of each set of ours in the books. */
async function recorded({ database, company }: Stage): Promise<ReadonlySet<string>> {
  const postings = await database().read((rows) => rows.findBy(Posting, { companyId: company().id }));
  return new Set(postings.map(({ journalSet, tag, state, finding }) => `${journalSet} ${tag} ${state} ${finding}`));
}
