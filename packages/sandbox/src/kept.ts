import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { SandboxRequest } from './answer.js';
import type { ClockState } from './engine/clock.js';
import { isObject } from './engine/json.js';
import { ScenarioError } from './scenario.js';
import type { ScenarioChoice } from './scenes/scenes.js';

/** Raised when a replay would give other numbers. 2: records are numbered from 10,001. 3: the file is lines of JSON. */
const FORM = 3;

/** What a sandbox began with: enough to make the same world again. */
export interface Beginning {
  readonly scenario: ScenarioChoice;
  readonly bornAt: number;
}

/** A request that changed something, and when by the sandbox's clock. */
export interface Act {
  readonly at: number;
  readonly request: SandboxRequest;
}

/** What the world came to be from. Numbers and tokens depend on nothing else. */
export interface History {
  readonly beginning: Beginning;
  readonly acts: readonly Act[];
  /** Where the clock was moved to since. */
  readonly clock: ClockState;
}

/** A line of the file. */
type Line =
  | { readonly form: number; readonly beginning: Beginning }
  | { readonly act: Act }
  | { readonly clock: ClockState };

/** The file cannot be opened, made or read. */
export class FileError extends Error {}

/**
 * The state of a sandbox in a file of JSON lines: what it began with, then every request that changed anything, and where
 * the clock was moved to, in order. Numbers and tokens depend on nothing else, so replaying the requests at their own times
 * gives the same books.
 */
export class Kept {
  readonly #file: number;
  readonly #path: string;
  readonly #lines: readonly Line[];
  #isOpen = true;

  constructor(path: string) {
    this.#path = path;
    try {
      this.#file = openSync(path, 'a+');
      this.#lines = this.#read();
    } catch (error) {
      throw new FileError(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }

  /** The history in the file; a new file begins with `asked`. */
  begin(asked: Beginning): History {
    const [first] = this.#lines;
    if (first === undefined) {
      this.#write({ form: FORM, beginning: asked });
      return { beginning: asked, acts: [], clock: { offsetMs: 0 } };
    }
    if (!('beginning' in first) || first.form !== FORM) {
      this.close();
      throw new ScenarioError(
        `${this.#path} was kept by an earlier sandbox, which numbered records otherwise. Name another file, or delete it.`,
      );
    }
    const clocks = this.#lines.flatMap((line) => ('clock' in line ? [line.clock] : []));
    return {
      beginning: first.beginning,
      acts: this.#lines.flatMap((line) => ('act' in line ? [line.act] : [])),
      clock: clocks.at(-1) ?? { offsetMs: 0 },
    };
  }

  /** A reset or a restored snapshot: another history in place of what was kept. */
  replace({ beginning, acts, clock }: History): void {
    ftruncateSync(this.#file);
    this.#write({ form: FORM, beginning });
    for (const act of acts) this.add(act);
    this.clock = clock;
  }

  add(act: Act): void {
    this.#write({ act });
  }

  set clock(state: ClockState) {
    this.#write({ clock: state });
  }

  close(): void {
    if (this.#isOpen) closeSync(this.#file);
    this.#isOpen = false;
  }

  /** A process that was killed while it wrote leaves half a line, which is cut off: its request was not answered. */
  #read(): Line[] {
    const text = readFileSync(this.#file, 'utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    const lines = whole.split('\n').slice(0, -1).map(lineOf);
    if (text !== '' && lines.length === 0) lineOf(text);
    if (whole !== text) ftruncateSync(this.#file, Buffer.byteLength(whole));
    return lines;
  }

  #write(line: Line): void {
    writeSync(this.#file, `${JSON.stringify(line)}\n`);
  }
}

function lineOf(text: string): Line {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    line = undefined;
  }
  if (!isObject(line)) throw new Error('is no file that a sandbox made');
  return line as unknown as Line;
}
