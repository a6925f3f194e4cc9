/**
 * What stands against taking a file back, for one run that it is about: the pay run of a pay date and source, or an
 * adjustment that a return makes. October was posted from `october.xml`; `corrected.xml` came since, and its amendment
 * is not posted. The second can be taken back, the first cannot.
 */
export interface TakenFrom {
  /** Whether the run has a journal in the books that no reversal undoes, and whether it was made with the file. */
  readonly inBooks: Made;
  /** The same of a write that may still take effect: unsettled, or refused and not looked for again. */
  readonly onItsWay: Made;
  /** No other file about this run came after it. */
  readonly isLatest: boolean;
  /** Without the file the run would pay, or return, something else. */
  readonly bringsMore: boolean;
}

export type Made = 'no' | 'without it' | 'with it';
export type Stays = 'is on its way' | 'is in the books' | 'has a later file';

const rows: readonly { readonly when: Partial<TakenFrom>; readonly stays: Stays | 'may go' }[] = [
  { when: { bringsMore: false }, stays: 'may go' },
  { when: { onItsWay: 'with it' }, stays: 'is on its way' },
  { when: { inBooks: 'with it' }, stays: 'is in the books' },
  { when: { inBooks: 'no', onItsWay: 'no' }, stays: 'may go' },
  { when: { isLatest: true }, stays: 'may go' },
  { when: {}, stays: 'has a later file' },
];

/** Undefined: it can be taken back. */
export function whyItStays(from: TakenFrom): Stays | undefined {
  const row = rows.find(({ when }) =>
    (Object.keys(when) as (keyof TakenFrom)[]).every((key) => when[key] === from[key]),
  );
  return row === undefined || row.stays === 'may go' ? undefined : row.stays;
}
