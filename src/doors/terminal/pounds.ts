import { Money } from '../../journal/nouns/money.js';

/** Money as every table and sentence of the terminal has it. A file of its own: `--help` loads no arithmetic. */
export const inPounds = (amount: string): string => Money.parse(amount).inPounds();
