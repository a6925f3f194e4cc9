import { type RunState, runStates } from '../../../record/runs/pay-run.entity.js';
import { stateWords } from '../../../views/words/words.js';
import { stateMarks } from './words.js';

interface YearOfMarks {
  readonly months: readonly ({ readonly state: RunState } | undefined)[];
}

/** Explains each mark that is shown, and no other: several states share a mark. */
export function Legend({ years }: { readonly years: readonly YearOfMarks[] }) {
  const shown = new Set(years.flatMap(({ months }) => months.flatMap((cell) => cell?.state ?? [])));
  return (
    <p class="legend">
      {runStates
        .filter((state) => shown.has(state))
        .map((state) => (
          <span key={state}>
            <span class={`mark is-${state}`} aria-hidden="true">
              {stateMarks[state]}
            </span>
            {stateWords[state]}
          </span>
        ))}
    </p>
  );
}
