import { readFileSync } from 'node:fs';
import { classify } from '../../../src/journal/controls/classify.js';
import type { ControlState } from '../../../src/journal/controls/control.js';
import { type PaymentKind, paymentKinds, randomOf, type Story, storyOf } from './payments.js';

/**
 * 500 companies × 12 months, each month with a kind of payment drawn from the seed. When the last test fails, it prints
 * the table for docs/controls.md.
 */

const companies = 500;
const months = 12;
const seed = 20_261_122;

/** The right answers for each kind; the first is the only one when just one explanation is possible. */
const right: Readonly<Record<PaymentKind, readonly ControlState[]>> = {
  'on time': ['settled'],
  'late, and paid since': ['settled'],
  'late, still unpaid': ['not_paid'],
  early: ['paid_early'],
  'weeks early': ['paid_early'],
  short: ['paid_short'],
  over: ['paid_over'],
  twice: ['paid_twice'],
  'lump of two months': ['settled'],
  'wrong month': ['paid_short', 'paid_over'],
  never: ['not_paid'],
  'to the wrong account': ['ambiguous'],
  'to net salary expense': ['coded_elsewhere'],
  'in the bank, not explained': ['paid_not_yet_explained'],
  'bank not explained so far': ['cannot_tell_yet'],
  'by hand journal': ['settled'],
  'by hand journal of an odd amount': ['unexplained'],
};

const names: Readonly<Record<string, string>> = { '404': 'Net Salary Expense', '907': "Director's Loan Account" };

function answer(story: Story) {
  const { on, balance, debts, lines } = story;
  const elsewhere = story.elsewhere.map(({ account, amount }) => ({
    account,
    name: names[account] ?? '',
    amount,
    onlyPayroll: account === '404',
  }));
  return classify({ on, balance, debts, journals: [], elsewhere, bank: { accounts: 1, lines } });
}

/** Nothing is open when the balance is what is owed, however it came about. */
function isClearInTruth({ balance, debts, on }: Story): boolean {
  return balance.isZero() && debts.every(({ dueOn, arisesOn }) => arisesOn > on || (dueOn ?? '') <= on);
}

function measure() {
  const random = randomOf(seed);
  const counts = new Map<PaymentKind, Map<ControlState, number>>(paymentKinds.map((kind) => [kind, new Map()]));
  const wrong: string[] = [];
  let stories = 0;
  for (let company = 0; company < companies; company += 1) {
    for (let month = 0; month < months; month += 1) {
      const kind = paymentKinds[Math.floor(random() * paymentKinds.length)] as PaymentKind;
      const story = storyOf(kind, month, random);
      const { state } = answer(story);
      const of = counts.get(kind) as Map<ControlState, number>;
      of.set(state, (of.get(state) ?? 0) + 1);
      stories += 1;
      if ((state === 'settled' || state === 'reconciled') && !isClearInTruth(story))
        wrong.push(`${kind} ${company}/${month}`);
    }
  }
  return { counts, stories, wrong };
}

let measured: ReturnType<typeof measure>;
beforeAll(() => {
  measured = measure();
});

function tableOf(): string {
  const rows = paymentKinds.map((kind) => {
    const of = [...(measured.counts.get(kind) as Map<ControlState, number>)].sort((a, b) => b[1] - a[1]);
    const all = of.reduce((sum, [, count]) => sum + count, 0);
    return `| ${kind} | ${all} | ${of.map(([state, count]) => `${state.replaceAll('_', ' ')} ${count}`).join(', ')} |`;
  });
  return ['| how it was paid | cases | answers |', '|---|---|---|', ...rows].join('\n');
}

test('every balance that is judged clear really is', () => {
  expect(measured.stories).toBe(companies * months);
  expect(measured.wrong).toEqual([]);
});

/** The first month has none before it and the last none after it: there these kinds are payments on time. */
const alsoOnTime: readonly PaymentKind[] = ['wrong month', 'early', 'weeks early', 'lump of two months'];

test.each(paymentKinds)('%s is named rightly in at least 99 of 100', (kind) => {
  const of = measured.counts.get(kind) as Map<ControlState, number>;
  const all = [...of.values()].reduce((sum, count) => sum + count, 0);
  const accepted = alsoOnTime.includes(kind) ? [...right[kind], 'settled' as const] : right[kind];
  const good = accepted.reduce((sum, state) => sum + (of.get(state) ?? 0), 0);
  const unclear = of.get('ambiguous') ?? 0;
  // `ambiguous` is right when several explanations are possible.
  const counted = right[kind].includes('ambiguous') ? all : all - unclear;
  expect({ kind, of: [...of], share: good / counted >= 0.99 }).toMatchObject({ share: true });
});

test('the table in docs/controls.md is the measured one', () => {
  expect(readFileSync('docs/controls.md', 'utf8')).toContain(tableOf());
});
