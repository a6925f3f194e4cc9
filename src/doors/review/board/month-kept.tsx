import type { BoardFilter } from '../../../views/month/board-lists.js';
import { clientsOnly } from '../frame/paths.js';

/** Hidden fields with the month and its filters; `but` leaves out what the form itself asks for. */
export function MonthKept({ filter, but }: { readonly filter: BoardFilter; readonly but?: string }) {
  const kept = { year: filter.year, month: filter.period + 1, ...clientsOnly(filter), reason: filter.reason };
  return (
    <>
      {Object.entries(kept).map(([name, value]) =>
        value === undefined || name === but ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
    </>
  );
}
