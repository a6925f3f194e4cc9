import type { PayRunRecord } from '../../record/pay-run.entity.js';

/** One pay run, as `runs --json` tells it. */
export function runAnswer(row: PayRunRecord, company: string) {
  return {
    company,
    year: row.year,
    period: row.period,
    datedOn: row.datedOn,
    state: row.state,
    tag: row.tag,
    ...(row.journalSet ? { journalSet: row.journalSet } : {}),
    holds: (row.mapped?.holds ?? []).map(withoutFigures),
    warnings: row.mapped?.warnings ?? [],
  };
}

const withoutFigures = ({ figures: _, ...hold }: NonNullable<PayRunRecord['mapped']>['holds'][number]) => hold;
