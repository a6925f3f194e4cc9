import { type EnteredKind, enteredKinds } from '../../../journal/nouns/adjustment.js';
import { taxYearTyped } from '../../../journal/nouns/dates.js';
import { amountTyped } from '../../../journal/nouns/money.js';
import { dateOrNone } from '../kit/date-box.js';

/** What is typed into the form of an adjustment, as text: the act judges it. */
export type AdjustmentFields = Readonly<Record<string, string>>;

export const linesShown = 6;
export const lineFields = ['account', 'debit', 'credit'] as const;

export function adjustmentFrom(fields: AdjustmentFields) {
  const text = (name: string) => (fields[name] ?? '').trim();
  const money = (name: string) => amountTyped(fields[name]);
  const lines = Array.from({ length: linesShown }, (_, index) => {
    const [account, debit, credit] = [
      text(`account-${index + 1}`),
      money(`debit-${index + 1}`),
      money(`credit-${index + 1}`),
    ];
    return { account, amount: debit === '' && credit !== '' ? `-${credit}` : debit };
  }).filter(({ account, amount }) => account !== '' || amount !== '');
  const kind: EnteredKind = enteredKinds.find((one) => one === fields.kind) ?? 'other';
  return {
    // A text that is no tax year is refused by the act, together with whatever else is wrong.
    year: taxYearTyped(text('year')) ?? Number.NaN,
    period: Number(text('month')) - 1,
    kind,
    lines,
    dueOn: dateOrNone(text('due')),
    inPayment: fields.inPayment === 'yes',
    another: fields.another === 'yes',
    reason: text('reason'),
  };
}
