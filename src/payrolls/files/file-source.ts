import type { payFrequencies } from './fps.js';

type Frequency = (typeof payFrequencies)[number];

/**
 * Each pay frequency is a source of its own: a weekly file must not change the run of the monthly one that was paid the
 * same day. Monthly pay is the company's first source, with its plain tags.
 */
const sources: Readonly<Record<Frequency, string | undefined>> = {
  W1: 'weekly',
  W2: 'fortnightly',
  W4: 'four-weekly',
  M1: undefined,
  M3: 'quarterly',
  M6: 'half-yearly',
  MA: 'yearly',
  IO: 'one-off',
  IR: 'irregular',
};

export const sourceOf = (frequency: Frequency): string | undefined => sources[frequency];

/** As people name it: monthly pay, and reports, have no name of their own in tags. */
export function sourceInWords(source: string | undefined): string {
  return source ?? 'monthly';
}

/** Every source of files, as people name it. */
export const fileSources: readonly string[] = [...new Set(Object.values(sources).map(sourceInWords))];

const everyMonth: readonly Frequency[] = ['W1', 'W2', 'W4', 'M1'];

/** Whether a month without a payment of it is a month whose file is missing. */
export const paysEveryMonth = (source: string | undefined): boolean =>
  everyMonth.some((frequency) => sources[frequency] === source);
