import type { Company } from '../../companies/company.js';
import type { Problem } from '../../ground/problem.js';
import { type Drift, type Verdict } from '../../journal/decide/decide.js';
import { ownParts } from '../../journal/nouns/own-parts.js';
import type { Decision } from '../../record/runs/decision.entity.js';
import type { Effect } from '../../record/runs/decisions.js';
import type { Posting } from '../../record/runs/posting.entity.js';
import { withoutGone } from './gone.js';
import type { Event, EventOf } from './event.js';
import type { Facts } from './facts.js';
import { effectOf, type FoundSet, isLate } from './found-set.js';
import { refusalText } from './refusal.js';
import { minuteFrom } from './settle-window.js';
import { changed, newRun, periodIndex, type RunChange, type RunFacts } from './run-facts.js';
import { judge } from './judged.js';

const nothingSeen = { seen: undefined, drift: undefined } as const;
/** Something changed in the books: nothing may be sent on what was read before. */
const nothingRead = { look: undefined, guarded: undefined } as const;

export function fold(before: Facts, event: Event): Facts {
  const facts = 'givenUp' in event ? withRun(before, event.tag, (run) => givenUp(run, event.givenUp)) : before;
  switch (event.is) {
    case 'gathered':
      return regathered(facts, event.facts);
    case 'looked':
      return looked(facts, event);
    case 'recorded':
      return withRun({ ...withFound(facts, event.found), ...nothingRead }, event.tag, ({ thisSync: { tries } }) => ({
        looked: nothingSeen,
        thisSync: { refusal: undefined, tries: tries + 1 },
      }));
    case 'given_up':
      return withRun(facts, event.tag, () => ({ looked: nothingSeen }));
    case 'compared':
      return [...event.checks].reduce(
        (known, [tag, check]) => withRun(known, tag, () => ({ looked: { check }, thisSync: { doneForNow: true } })),
        facts,
      );
    case 'spent':
      return event.kinds.reduce(
        (known, kind) => spend(known, { companyId: known.company.id, runTag: event.tag, kind }),
        facts,
      );
    case 'guarded':
      return guarded(facts, event);
    case 'posted':
      return posted(facts, event);
    case 'amended':
    case 'removed':
      return {
        ...withRun(facts, event.tag, () => ({ thisSync: { rowIsStale: true } })),
        ...nothingRead,
        outdated: true,
      };
    case 'refused': {
      const refusal = { act: event.open.kind, status: event.status, words: event.words };
      const known = withGivenUp({ ...facts, ...nothingRead }, event);
      return withRun(known, event.tag, () => ({
        thisSync: { refusal, isAskedAgain: false, rowIsStale: true, doneForNow: true },
      }));
    }
    case 'in_doubt': {
      const { waitedMs, answer, problem } = event;
      const open = { ...event.open, state: 'in_doubt' as const, waitedMs, answer };
      const known = withRun({ ...facts, ...nothingRead }, event.tag, () => ({
        recorded: { open },
        thisSync: { rowIsStale: true, doneForNow: true },
      }));
      return troubled(known, problem);
    }
    case 'released':
      return tryAgain(withGivenUp({ ...facts, ...nothingRead }, event), event);
    case 'put_off':
      return tryAgain({ ...facts, ...nothingRead }, event);
    case 'not_sent': {
      const known = withRun({ ...facts, ...nothingRead }, event.tag, () => ({
        thisSync: { rowIsStale: true, doneForNow: true },
      }));
      return troubled(known, event.problem);
    }
    case 'overtaken':
      return { ...facts, ...nothingRead };
    case 'broken_off': {
      const { open, postings, error } = event;
      return {
        ...withRun(facts, event.tag, () => ({ recorded: { open, postings }, thisSync: { rowIsStale: true } })),
        brokenOff: { error },
      };
    }
    case 'kept':
      return kept(facts, event);
  }
}

/** What this sync has tried is remembered when the record is read again. */
function regathered(before: Facts, fresh: Facts): Facts {
  const runs = Array.from(fresh.runs.values(), (run): RunFacts => {
    const known = before.runs.get(run.tag);
    if (!known) return run;
    const { doneForNow, refusal, isAskedAgain, unclear, tries } = known.thisSync;
    const isSame = known.recorded.postings.length === run.recorded.postings.length;
    return changed(run, {
      looked: { check: known.looked.check },
      thisSync: { doneForNow, refusal, isAskedAgain, unclear, tries: isSame ? tries : 0 },
    });
  });
  return { ...fresh, runs: byTag(runs), problems: before.problems, unread: before.unread };
}

function looked(facts: Facts, { look, found, seen, gone }: EventOf<'looked'>): Facts {
  // The guard asked for both reads once more: this is still the same try.
  const isSecond = facts.guarded?.tag === look.tag && !facts.guarded.passed;
  let known = withFound(facts, found);
  for (const [tag, sets] of seen) known = withRun(known, tag, () => ({ looked: { seen: sets } }));
  for (const [tag, ids] of gone)
    known = withRun(
      spend(known, { companyId: facts.company.id, runTag: tag, kind: 'remove' }),
      tag,
      ({ recorded }) => ({ recorded: { postings: withoutGone(recorded.postings, ids) } }),
    );
  const guarded = isSecond ? facts.guarded : undefined;
  return withRun({ ...known, look, guarded }, look.tag, ({ thisSync: { tries, refusal } }) => ({
    thisSync: {
      // Verify sends nothing, so a refusal stands.
      refusal: facts.request.trigger === 'verify' ? refusal : undefined,
      tries: isSecond ? tries : tries + 1,
    },
  }));
}

function guarded(facts: Facts, { tag, found }: EventOf<'guarded'>): Facts {
  const remarks = found.is === 'small' ? [found.remark] : [];
  const guardHolds = found.is === 'held' ? [found.hold] : [];
  switch (found.is) {
    case 'unsure':
      return { ...facts, look: undefined, guarded: { tag, passed: false } };
    case 'held':
      return withRun({ ...facts, ...nothingRead }, tag, () => ({
        looked: { remarks, guardHolds },
        thisSync: { doneForNow: true },
      }));
    case 'in_doubt':
      return withRun({ ...facts, ...nothingRead }, tag, () => ({
        recorded: { open: found.open },
        thisSync: { doneForNow: true },
      }));
    default:
      return withRun({ ...facts, guarded: { tag, passed: true } }, tag, ({ thisSync: { tries } }) => ({
        looked: { remarks, guardHolds },
        // The look for this run has counted as a try already.
        thisSync: { refusal: undefined, tries: facts.look?.tag === tag ? tries : tries + 1 },
      }));
  }
}

function posted(before: Facts, { tag, open, posting, set }: EventOf<'posted'>): Facts {
  // Our own set, confirmed: the look behind it stays valid, with this set added.
  const look = before.look && { ...before.look, sets: [...before.look.sets, set] };
  const facts = { ...before, ...nothingRead, look: posting.kind === 'post' ? look : undefined };
  const spent = spend(facts, open);
  const known = withRun(spent, tag, ({ recorded: { postings } }) => ({
    recorded: { postings: [...postings, posting] },
    looked: nothingSeen,
    thisSync: { rowIsStale: true },
  }));
  // What follows a reversal is mapped by today's policy, no longer by the one it was posted with.
  if (posting.kind === 'reversal') return { ...known, outdated: true };
  const run = facts.runs.get(tag);
  return run !== undefined && hasMoreToCome(facts, run) ? { ...known, isFollowed: true } : known;
}

/** Once its pay is in the books, statutory pay is recovered and a return's employment allowance is set against NI. */
function hasMoreToCome({ periods }: Facts, run: RunFacts): boolean {
  if (run.adjustment) return run.adjustment.kind === 'recovery';
  const isReturned = periods.some(
    (row) => periodIndex(row) === periodIndex(run) && row.document?.period(row.year).returned !== undefined,
  );
  return isReturned || (run.payroll.mapped?.statutoryPay.length ?? 0) > 0;
}

/** The service may have acted anyway, or may still act. */
const withGivenUp = (facts: Facts, event: EventOf<'refused' | 'released'>): Facts => {
  const { is, tag, open } = event;
  const answer = event.is === 'refused' ? refusalText(event) : event.answer;
  const minute = event.is === 'refused' && event.minuteFrom ? minuteFrom(event.minuteFrom) : {};
  return withRun(facts, tag, ({ recorded: { toLookAgain } }) => ({
    recorded: { toLookAgain: [...toLookAgain, { ...open, ...minute, answer, state: is }] },
  }));
};

function tryAgain(facts: Facts, { tag, answer, triesMax, problem }: EventOf<'released' | 'put_off'>): Facts {
  const times = (facts.runs.get(tag)?.thisSync.unclear[answer] ?? 0) + 1;
  const known = withRun(facts, tag, ({ thisSync: { unclear } }) => ({
    thisSync: { unclear: { ...unclear, [answer]: times }, rowIsStale: true },
  }));
  return times < triesMax ? known : troubled(known, undefined, problem);
}

function kept(facts: Facts, { rows, vanished }: EventOf<'kept'>): Facts {
  const shown = new Map(rows.map((row) => [row.tag, row]));
  const runs = [...facts.runs.values()].flatMap((run) => {
    const row = shown.get(run.tag);
    if (vanished.includes(run.tag)) return [];
    return [row ? changed(run, { recorded: { row }, thisSync: { rowIsStale: false } }) : run];
  });
  return { ...facts, runs: byTag(runs), fetched: [], inherited: [], refigured: new Set(), asked: undefined };
}

const byTag = (runs: readonly RunFacts[]): ReadonlyMap<string, RunFacts> => new Map(runs.map((run) => [run.tag, run]));

function withRun(facts: Facts, tag: string, change: (run: RunFacts) => RunChange): Facts {
  const run = facts.runs.get(tag);
  return run ? { ...facts, runs: new Map(facts.runs).set(tag, changed(run, change(run))) } : facts;
}

/** Adds our sets that were found to their runs; what an earlier look saw there is out of date. */
export function withFound(facts: Facts, found: readonly FoundSet[]): Facts {
  return found.reduce((before, one) => {
    const { posting } = one;
    const { runTag, tag } = posting;
    const known = spend(withKnownRun(before, posting), effectOf(one));
    return withRun(known, runTag, (run) => ({
      recorded: {
        postings: [...run.recorded.postings.filter(({ id }) => id !== posting.id), posting],
        open: run.recorded.open?.tag === tag ? undefined : run.recorded.open,
        toLookAgain: run.recorded.toLookAgain.filter((write) => write.id !== one.write?.id),
        ...(isLate(one) && { late: new Set([...(run.recorded.late ?? []), posting.id]) }),
      },
      looked: { drift: driftNow(run, facts.company), seen: undefined },
    }));
  }, facts);
}

function withKnownRun(facts: Facts, { runTag, datedOn }: Posting): Facts {
  if (facts.runs.has(runTag)) return facts;
  const parts = ownParts(facts.company.prefix, { tag: runTag, datedOn });
  if (!parts) return facts;
  return { ...facts, runs: new Map(facts.runs).set(runTag, newRun(facts.company, { ...parts, tag: runTag })) };
}

const steps: ReadonlySet<Verdict['do']> = new Set(['record', 'give_up', 'remove', 'amend', 'reverse', 'post']);

/** What a look found wrong is remembered until something is done about it. */
function driftNow(run: RunFacts, { policy }: Company): Drift | undefined {
  const verdict = run.looked.seen && judge(run, policy).verdict;
  if (!verdict || steps.has(verdict.do)) return run.looked.drift;
  return verdict.do === 'drift' ? verdict.what : undefined;
}

const givenUp = ({ recorded: { postings } }: RunFacts, ids: readonly string[] = []): RunChange => ({
  recorded: {
    postings: postings.map((one) => (ids.includes(one.id) ? { ...one, state: 'missing' as const } : one)),
  },
});

/** A change that took effect spends the decision that asked for it, and any other with the same aim. */
function spend(facts: Facts, { companyId, runTag, kind, decisionId }: Effect): Facts {
  const asked = kind === 'remove' ? 'amend' : kind;
  const isSpent = (one: Readonly<Decision>) =>
    (decisionId && one.id === decisionId) || (one.companyId === companyId && one.tag === runTag && one.kind === asked);
  if (!facts.decisions.some(isSpent)) return facts;
  const runs = Array.from(facts.runs.values(), (run) =>
    run.recorded.decided.some(isSpent)
      ? changed(run, { recorded: { decided: run.recorded.decided.filter((one) => !isSpent(one)) } })
      : run,
  );
  return { ...facts, runs: byTag(runs), decisions: facts.decisions.filter((one) => !isSpent(one)) };
}

function troubled(facts: Facts, problem?: Problem, stop?: Problem): Facts {
  return {
    ...facts,
    problems: problem ? [...facts.problems, problem] : facts.problems,
    brokenOff: stop ? { error: stop } : facts.brokenOff,
  };
}
