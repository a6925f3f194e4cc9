import type { PaidRun } from './payroll.js';
import type { Random } from './random.js';

/** The files that payroll run elsewhere sends, and what people do with them: bring them, miss them, take them back. */

export interface SentFile {
  readonly number: number;
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Of a report: the same, but for a row that was lost on the way. */
  readonly cut?: Uint8Array;
  /** The pay run; a return has none. */
  readonly run: PaidRun | undefined;
  readonly kind: 'fps' | 'eps' | 'report' | 'pensions';
  /** Of a report: it does not say so itself. */
  readonly paidOn?: string;
  /** Lost: it was taken back, and comes again. Never: no one has it. */
  state: 'late' | 'here' | 'lost' | 'withdrawn' | 'never';
  /** The place in the order in which files came. */
  came: number;
  /** The same was sent in another file. */
  isCopied: boolean;
}

type How = 'once' | 'twice' | 'together';

export type Delivery =
  | { readonly is: 'receive'; readonly file: SentFile; readonly how: How }
  | {
      readonly is: 'withdraw';
      readonly file: SentFile;
      readonly comesAgain: boolean;
      /** Comes in its place, once it is gone. */
      readonly andThen?: () => void;
    };

export class FiledFiles {
  readonly #files: SentFile[] = [];
  #queue: Delivery[] = [];
  #came = 0;

  constructor(private readonly random: Random) {}

  get all(): readonly SentFile[] {
    return this.#files;
  }

  /** The number of the file that is sent next. */
  get next(): number {
    return this.#files.length;
  }

  is = (number: number, state: SentFile['state']): boolean => this.#files[number]?.state === state;

  /** Received and not taken back, in the order in which they came. */
  get here(): readonly SentFile[] {
    return this.#files
      .filter(({ state, bytes }) => state === 'here' && bytes.length > 0)
      .sort((a, b) => a.came - b.came);
  }

  /** What is to be done with files since this was last asked, in this order. */
  take(): readonly Delivery[] {
    const queue = this.#queue;
    this.#queue = [];
    return queue;
  }

  send(sent: Omit<SentFile, 'state' | 'came' | 'isCopied'>, as?: 'late' | 'never'): void {
    const file: SentFile = { ...sent, state: as ?? 'late', came: 0, isCopied: false };
    this.#files.push(file);
    const how = this.random.weighted([[6, 'once'] as const, [2, 'twice'] as const, [2, 'together'] as const]);
    if (as === undefined) this.bring(file, how);
  }

  bring(file: SentFile, how: How = 'once'): void {
    this.#queue.push({ is: 'receive', file, how });
  }

  takeBack(file: SentFile, comesAgain: boolean, andThen?: () => void): void {
    this.#queue.push({ is: 'withdraw', file, comesAgain, ...(andThen && { andThen }) });
  }

  /** Returns whether it was not here yet. */
  received(file: SentFile): boolean {
    if (file.state === 'here') return false;
    // What comes again takes its old place.
    if (file.state === 'late' || file.state === 'never') file.came = this.#came++;
    file.state = 'here';
    return true;
  }

  /** A difference stands among the files, although none came with it. */
  standFor(run: PaidRun): number {
    const number = this.next;
    const nothing = { bytes: new Uint8Array(), kind: 'fps' as const, isCopied: true };
    this.#files.push({ number, name: 'difference', run, state: 'here', came: this.#came++, ...nothing });
    return number;
  }

  /** With the database, the places of what was taken back are gone too. */
  databaseLost(): void {
    for (const file of this.#files) if (file.state === 'lost') file.state = 'late';
  }

  get awaited(): readonly SentFile[] {
    return this.#files.filter(({ state }) => state === 'late' || state === 'lost');
  }

  /** Everything that is on its way comes. */
  bringAwaited(): void {
    for (const file of this.awaited) this.bring(file);
  }

  /** A file of it has not come, or was taken back by mistake. */
  isAwaited = (run: PaidRun): boolean => this.awaited.some((file) => file.run === run);

  /** It has a file, perhaps one that is on its way, or that no one has. */
  has = (run: PaidRun): boolean =>
    this.#files.some((file) => file.run === run && file.state !== 'withdrawn' && file.kind !== 'pensions');
}

/** No two files have the same bytes. */
export const serial = (number: number) => `<!-- ${number} -->`;

/** The files of the payroll program made once more: they say the same, in other bytes. */
export const madeAgain = ({ bytes }: SentFile, number: number): Uint8Array =>
  new TextEncoder().encode(new TextDecoder().decode(bytes).replace(/<!-- .* -->/, serial(number)));
