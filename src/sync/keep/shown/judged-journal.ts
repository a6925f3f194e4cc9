import { Money } from '../../../journal/nouns/money.js';
import type { JournalJudged, PayRunRecord } from '../../../record/runs/pay-run.entity.js';
import type { Posting } from '../../../record/runs/posting.entity.js';
import { linesOf } from '../../facts/content.js';
import type { Facts } from '../../facts/facts.js';
import { fingerprintOf, standing, type RunFacts } from '../../facts/run-facts.js';

/**
 * The journal that a run's checks judge. Once there is one in the books, that one counts, with the accounts of the
 * policy it was posted under: loans posted to 815 stay there, whatever the policy says today.
 */
export function judgedJournal(
  facts: Facts,
  run: RunFacts,
  posting: Readonly<Posting> | undefined,
): Pick<PayRunRecord, 'payeNi' | 'owedElsewhere' | 'judged'> {
  const {
    payroll: { mapped },
    recorded: { row },
  } = run;
  if (posting === undefined)
    return {
      payeNi: mapped?.payeNi ?? row?.payeNi ?? Money.zero,
      owedElsewhere: mapped?.owedElsewhere ?? row?.owedElsewhere ?? Money.zero,
      judged: mapped
        ? { of: mapped.fingerprint ?? null, balances: balances(mapped.journal?.entries), openItems: mapped.openItems }
        : (row?.judged ?? null),
    };
  const sets = standing(run);
  const isAsMapped =
    mapped?.journal !== undefined && fingerprintOf(mapped, mapped.journal, posting.datedOn) === posting.fingerprint;
  return {
    payeNi: Money.sum(sets.map((set) => onPayeNi(facts, set))),
    owedElsewhere: (isAsMapped ? mapped.owedElsewhere : row?.owedElsewhere) ?? Money.zero,
    judged: {
      of: posting.fingerprint,
      balances: sets.every(({ lines }) => balances(linesOf(lines))),
      openItems: isAsMapped ? mapped.openItems : openItemsBefore(row?.judged, posting),
    },
  };
}

/** What was known about the journal in the books, before payroll or this program changed. */
const openItemsBefore = (before: JournalJudged | null | undefined, { fingerprint: of }: Readonly<Posting>) =>
  before?.of === of ? before.openItems : null;

const balances = (lines: readonly { readonly debit: Money }[] = []) =>
  Money.sum(lines.map(({ debit }) => debit)).isZero();

function onPayeNi({ company, policies }: Facts, { lines, policyVersion }: Readonly<Posting>): Money {
  const { accounts } = policies.get(policyVersion) ?? company.policy;
  const own = linesOf(lines.filter(({ category }) => category === accounts.payeNi));
  return Money.sum(own.map(({ debit }) => debit)).negated();
}
