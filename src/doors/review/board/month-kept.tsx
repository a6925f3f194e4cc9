import type { BoardFilter } from '../../../views/board/board-lists.js';
import { clientsOnly } from '../frame/paths.js';

/** The month and what limits it, kept by a form that asks for something more; `but` what the form itself asks. */
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
