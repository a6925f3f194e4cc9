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

const rowsDefault = 24;

/** On a terminal what fits it, with how many lines are left out; the last line is for the next command. */
export function printScreenful(text: string, all: boolean | undefined, out: NodeJS.WriteStream = process.stdout): void {
  const lines = text.split('\n');
  const room = (out.rows ?? rowsDefault) - 2;
  const shown = all || !out.isTTY || lines.length <= room + 1 ? lines : lines.slice(0, room);
  const left = lines.length - shown.length;
  out.write(`${printable([...shown, ...(left > 0 ? [`… ${left} more: --all`] : [])].join('\n'))}\n`);
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
export function printProblem({ title, detail, todo }: Problem, asJson: boolean): void {
  if (asJson) json({ error: { title, detail, todo } });
  else note(`${title}\n${detail.replace(/^/gm, '  ')}\n${todo}`);
}
