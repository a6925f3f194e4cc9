import { oneLine, printable } from '../../ground/printable.js';
import type { Problem } from '../../ground/problem.js';

/** Progress is shown only for what takes longer than this. */
const progressAfterMs = 1000;
const progressEveryMs = 100;
const barWidth = 24;

/** The one document of a `--json` answer. */
export function json(value: unknown): void {
  process.stdout.write(`${jsonText(value)}\n`);
}

/** Also escapes characters that JSON allows but a terminal would act on. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replace(/[\u007f-\u009f]|\p{Bidi_Control}/gu, escaped);
}

export function print(text: string): void {
  process.stdout.write(`${printable(text)}\n`);
}

const screenDefault = { rows: 24, columns: 80 };

interface Screen {
  readonly all?: boolean;
  /** There is more than was given; how much is not known. */
  readonly isMore?: boolean;
  readonly out?: NodeJS.WriteStream;
}

/** On a terminal as much as fits, with the number of lines left out; the last line is for the next command. */
export function printScreenful(text: string, { all, isMore = false, out = process.stdout }: Screen): void {
  const lines = text.split('\n');
  const shown = lines.slice(0, all || !out.isTTY ? lines.length : fitting(lines, isMore, out));
  const left = isMore
    ? ['… more: --all']
    : shown.length < lines.length
      ? [`… ${lines.length - shown.length} more: --all`]
      : [];
  out.write(`${printable([...shown, ...left].join('\n'))}\n`);
}

/** A line that is too long takes several rows of the terminal. */
function fitting(lines: readonly string[], isMore: boolean, out: NodeJS.WriteStream): number {
  const { rows, columns } = { rows: out.rows ?? screenDefault.rows, columns: out.columns || screenDefault.columns };
  const taken = lines.map((line) => Math.max(1, Math.ceil(line.length / columns)));
  const upTo = (count: number) => taken.slice(0, count).reduce((sum, one) => sum + one, 0);
  if (!isMore && upTo(rows) <= rows - 1) return lines.length;
  const tooMany = taken.findIndex((_, at) => upTo(at + 1) > rows - 2);
  return tooMany === -1 ? lines.length : Math.max(1, tooMany);
}

/** For people, while the command runs; it goes to standard error, so it is never part of an answer. */
export function note(text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

export interface Column<Row> {
  readonly heading: string;
  readonly value: (row: Row) => string | number | undefined;
  /** Aligns figures to the right. */
  readonly right?: boolean;
}

export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const cells = [
    columns.map((column) => column.heading),
    ...rows.map((row) => columns.map((column) => oneLine(String(column.value(row) ?? '')))),
  ];
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i]?.length ?? 0)));
  const pad = (text: string, i: number) =>
    columns[i]?.right ? text.padStart(widths[i] ?? 0) : text.padEnd(widths[i] ?? 0);
  return cells.map((line) => line.map(pad).join('  ').trimEnd()).join('\n');
}

/**
 * Rows of which there may be many: on a terminal as many as fit, unless all are asked for; else a part at a time, each
 * under its headings. Returns whether there were any.
 */
export async function printRows<Row>(
  parts: AsyncIterable<readonly Row[]>,
  columns: readonly Column<Row>[],
  { all, out = process.stdout }: Omit<Screen, 'isMore'>,
): Promise<boolean> {
  let first: readonly Row[] | undefined;
  const isScreen = out.isTTY && !all;
  for await (const part of parts) {
    if (isScreen && first !== undefined) {
      printScreenful(table(first, columns), { isMore: true, out });
      return true;
    }
    first ??= part;
    if (!isScreen) printScreenful(table(part, columns), { all, out });
  }
  if (isScreen && first !== undefined) printScreenful(table(first, columns), { out });
  return first !== undefined;
}

interface Progress {
  /** `total` may become known, or grow, during the work. */
  report(done: number, total: number, what?: string): void;
  end(): void;
}

/** A bar on standard error, on a terminal only. */
export function progress(label: string, stream: NodeJS.WriteStream = process.stderr): Progress {
  const startedAt = performance.now();
  let shownAt = 0;
  const clear = () => {
    if (shownAt > 0) stream.write('\r\u001b[2K');
  };
  return {
    report(done, total, what = '') {
      const now = performance.now();
      if (!stream.isTTY || now - startedAt < progressAfterMs || now - shownAt < progressEveryMs) return;
      clear();
      shownAt = now;
      const filled = total > 0 ? Math.round((barWidth * Math.min(done, total)) / total) : 0;
      stream.write(`${label} [${'#'.repeat(filled).padEnd(barWidth, '.')}] ${done}/${total} ${printable(what)}`);
    },
    end: clear,
  };
}

/** The end of a command that failed. */
export function endWith(problem: Problem, asJson: boolean): void {
  printProblem(problem, asJson);
  process.exitCode = problem.exitCode;
}

/** With `--json` the error is the answer, so it goes where answers go. */
export function printProblem(
  { title, detail, todo }: Pick<Problem, 'title' | 'detail' | 'todo'>,
  asJson: boolean,
): void {
  if (asJson) json({ error: { title, detail, todo } });
  else note(`${title}\n${detail.replace(/^/gm, '  ')}\n${todo}`);
}
