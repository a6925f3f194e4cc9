import type { ComponentChildren } from 'preact';

/** A heading's words; with `n` over figures, with `hidden` for those who listen only. */
export type Heading =
  | string
  | { readonly n: ComponentChildren; readonly title?: string }
  | { readonly hidden: string }
  | { readonly screenOnly: string };

interface FiguresTableProps {
  /** What else it is, beside a table of figures: 'cards', 'dense'. */
  readonly kind?: string;
  readonly name: { readonly label: string } | { readonly labelledBy: string };
  /** An empty one is for a column that is not there. */
  readonly headings: readonly (Heading | undefined)[];
  /** A click on a heading sorts it. */
  readonly sorts?: boolean;
  /** Rows under the sum line. */
  readonly foot?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A table that can be moved sideways where it is wider than its page; its rows are the caller's. */
export function FiguresTable({ kind, name, headings, sorts, foot, children }: FiguresTableProps) {
  const naming = 'label' in name ? { 'aria-label': name.label } : { 'aria-labelledby': name.labelledBy };
  return (
    <div class="scroll" tabIndex={0} role="group" {...naming}>
      <table class={['figures', kind].filter(Boolean).join(' ')} data-sorts={sorts}>
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
