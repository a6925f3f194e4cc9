import { withoutSuffix } from '../../journal/nouns/chart.js';
import { Money } from '../../journal/nouns/money.js';
import { pathOf } from '../../journal/nouns/pay-run.js';
import type { StoredLine } from '../../record/runs/posting.entity.js';
import type { Line } from '../judge/facts.js';

export const lineOf = ({ category, user, debit }: StoredLine): Line => ({
  account: withoutSuffix(category),
  ...(user !== undefined && { userPath: pathOf(user) }),
  amount: Money.parse(debit).negated(),
});
