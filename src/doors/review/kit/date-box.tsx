import type { ComponentChildren } from 'preact';
import { dateTyped, isDate } from '../../../journal/nouns/dates.js';
import { problem } from '../../../ground/problem.js';

interface DateBoxProps {
  readonly name: string;
  /** As it was typed, or as dates are stored: 2025-10-31. */
  readonly value?: string;
  /** For where it has no label of its own. */
  readonly label?: string;
}

/** A date in the UK's form. type="date" would show it in the form of the browser's own language. */
export function DateBox({ name, value = '', label }: DateBoxProps) {
  return (
    <input
      name={name}
      aria-label={label}
      value={isDate(value) ? asTyped(value) : value}
      inputMode="numeric"
      placeholder="dd/mm/yyyy"
      pattern="\s*[0-9]{1,2}[\/.\-][0-9]{1,2}[\/.\-][0-9]{4}\s*|\s*[0-9]{4}-[0-9]{2}-[0-9]{2}\s*"
      title="A date such as 31/10/2025"
      maxLength={12}
      autocomplete="off"
      class="date"
    />
  );
}

interface DateFieldProps extends Omit<DateBoxProps, 'label'> {
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
  readonly class?: string;
}

/** A labelled box for a date. */
export function DateField({ label, hint, class: kind, ...box }: DateFieldProps) {
  return (
    <label class={kind}>
      {label} <DateBox {...box} />
      {hint === undefined ? null : <small>{hint}</small>}
    </label>
  );
}

/** "31/10/2025" */
export const asTyped = (date: string): string => `${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)}`;

/**
 * For a box that may be empty. Throws a Problem for text that is not a date, so that nothing is done on a wrong day.
 */
export function dateOrNone(text: string | undefined): string | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const date = dateTyped(text);
  if (date !== undefined) return date;
  throw problem('not-a-date', {
    detail: `“${text.trim().slice(0, 30)}” was typed where a date is expected.`,
    todo: 'Write it as day/month/year, such as 31/10/2025.',
  });
}
