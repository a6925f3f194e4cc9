import type { ComponentChildren } from 'preact';
import type { FigureGroup } from '../../../views/words/figures.js';

/** A heading's words; `n` over figures, `hidden` for screen readers only. */
export type Heading =
  | string
  | { readonly n: ComponentChildren; readonly title?: string }
  | { readonly hidden: string }
  | { readonly screenOnly: string };

interface FiguresTableProps {
  /** Further style classes: 'cards', 'dense'. */
  readonly kind?: string;
  readonly name: { readonly label: string } | { readonly labelledBy: string };
  /** Undefined for a column that is left out. */
  readonly headings: readonly (Heading | undefined)[];
  /** What its amounts are of: with the label of its cell, that names each. */
  readonly is?: FigureGroup;
  /** Clicking a heading sorts the rows. */
  readonly sorts?: boolean;
  /** Rows for the table's foot. */
  readonly foot?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A table that scrolls sideways when it is wider than its page; the caller provides the rows. */
export function FiguresTable({ kind, is, name, headings, sorts, foot, children }: FiguresTableProps) {
  const naming = 'label' in name ? { 'aria-label': name.label } : { 'aria-labelledby': name.labelledBy };
  return (
    <div class="scroll" tabIndex={0} role="group" {...naming}>
      <table class={kind} data-is={is} data-sorts={sorts}>
        <thead>
          <tr>
            {headings.map((heading, index) => (heading === undefined ? null : <Head key={index} of={heading} />))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
        {foot === undefined ? null : <tfoot>{foot}</tfoot>}
      </table>
    </div>
  );
}

function Head({ of }: { readonly of: Heading }) {
  if (typeof of === 'string') return <th scope="col">{of}</th>;
  if ('n' in of)
    return (
      <th scope="col" class="n" title={of.title}>
        {of.n}
      </th>
    );
  if ('screenOnly' in of)
    return (
      <th scope="col" class="noprint">
        {of.screenOnly}
      </th>
    );
  return (
    <th scope="col">
      <span class="sr-only">{of.hidden}</span>
    </th>
  );
}
