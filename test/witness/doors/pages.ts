import { figures } from '../figures.js';
import { amountsOn, isMonth, penceOf, type Shown, unescaped } from '../page.js';
import { monthAt, type Said } from '../said.js';
import { type ApiRun, keyOfRun } from './api.js';
import type { Doors } from './open.js';

/** What pages say: every amount by its name, the states of pay runs, and the counts of Month's steps. */
export interface ReadPages {
  readonly said: readonly Said[];
  /** Amounts that nothing names, or that are named for another, with the page. */
  readonly unnamed: readonly string[];
  /** Names that pages used, so that a table with names that no page has is noticed. */
  readonly names: ReadonlySet<string>;
}

/** Only what is due to someone has a day: a pay run's own PAYE and NI has none. */
const isCalledDue = ({ is = '', after }: Pick<Shown, 'is' | 'after'>): boolean =>
  /^\s*(?:was due|due|by (?:Mon|Tue|Wed|Thu|Fri|Sat|Sun))\b/.test(after) && !/^(?:hmrc\.|payment|said$)/.test(is);

/** Whether the table has the label among a figure's words. An account's or a month's says what it is of, “Amount” nothing. */
function isCalled(is: string, label: string): boolean {
  const words = figures[is]?.words;
  const isOfPage = label === 'Amount' || /^\d{3}\b/.test(label) || isMonth(label);
  return words === undefined || isOfPage || words.includes(label.toLowerCase());
}

export class Pages {
  readonly #said: Said[] = [];
  readonly #unnamed = new Set<string>();
  readonly #names = new Set<string>();

  constructor(private readonly doors: Doors) {}

  get read(): ReadPages {
    return { said: this.#said, unnamed: [...this.#unnamed], names: this.#names };
  }

  /** Notes all that a page says, and hands back its text. */
  async visit(path: string, door: string): Promise<string> {
    return this.note(await this.doors.page(path), door);
  }

  note(html: string, door: string): string {
    for (const { is, of, text, label, after } of amountsOn(html)) {
      if (isCalledDue({ is, after })) this.#unnamed.add(`${door} says of ${is} ${text}${after}, as if it were due`);
      if (is === undefined)
        this.#unnamed.add(`${door} prints ${text}${label === undefined ? '' : ` (${label})`}, which nothing names`);
      else if (is === 'run.state') this.say({ is, of, says: text, door });
      else if (is !== 'said') this.say({ is, of, says: penceOf(text), door });
      if (is !== undefined) this.#names.add(is);
      if (is !== undefined && label !== undefined && !isCalled(is, label))
        this.#unnamed.add(`${door} calls ${is} “${label}”, which the table of figures does not`);
    }
    return html;
  }

  say(said: Said): void {
    this.#said.push(said);
  }
}

interface Month {
  readonly year: number;
  readonly period: number;
}

const linksIn = (html: string, pattern: RegExp): readonly string[] => [
  ...new Set([...html.matchAll(pattern)].map(([, path = '']) => path.replaceAll('&amp;', '&'))),
];

/** Every page that shows a figure of one client, reached as a person reaches it. */
export async function readPages(doors: Doors, months: readonly Month[], runs: readonly ApiRun[]): Promise<ReadPages> {
  const pages = new Pages(doors);
  const tags = new Map(runs.map((run) => [`${run.year}/${run.period}/${keyOfRun(run)}`, run.tag]));
  const client = `/clients/${doors.companyId}`;
  for (const year of new Set(months.map((month) => month.year))) {
    const list = await pages.visit(`${client}?year=${year}`, 'client page');
    for (const said of marksIn(list, tags, 'client’s grid')) pages.say(said);
    for (const path of linksIn(list, /href="(\/runs\/[^"?#]+)"/g).filter((one) => !one.includes('journal.')))
      await pages.visit(path, 'run page');
    await pages.visit(`${client}/tax-year?year=${year}`, 'tax year');
    const people = await pages.visit(`${client}/people?year=${year}`, 'people paid');
    for (const path of linksIn(people, /href="(\/clients\/[^"]+\/people\/[^"]+)"/g))
      await pages.visit(path, 'a person’s year');
  }
  for (const month of months) await readMonth(pages, doors, { month, tags });
  const [found] = runs.filter(({ totals }) => totals !== undefined);
  if (found?.totals !== undefined) await pages.visit(`/find?q=${found.totals.gross}`, 'finder');
  await readReconciliation(pages, client);
  for (const path of ['/hmrc-due', '/reconciliation', '/log', '/clients', `${client}/settings/adjustments`])
    await pages.visit(path, path.split('/').at(-1) ?? '');
  await pages.visit(`${client}/settings/cost-by-account`, 'cost by account');
  return pages.read;
}

interface InMonth {
  readonly month: Month;
  readonly tags: ReadonlyMap<string, string>;
}

async function readMonth(pages: Pages, doors: Doors, { month, tags }: InMonth): Promise<void> {
  const at = { year: String(month.year), month: String(month.period + 1) };
  const query = String(new URLSearchParams(at));
  const html = await pages.visit(`/?${query}`, 'Month');
  for (const said of [...stepsIn(html, monthAt(month)), ...marksIn(html, tags, 'Month’s grid')]) pages.say(said);
  await pages.visit(`/runs/sign-off?${query}`, 'sign-off');
  const ticks = [...html.matchAll(/name="runs" value="([^"]*)"/g)].map(([, value = '']) => unescaped(value));
  if (ticks.length > 0) pages.note(await doors.send('/runs/review', { ...at, runs: ticks }), 'review');
}

/** Each mark of a grid has the state of the pay run that it leads to. */
const marksIn = (html: string, tags: ReadonlyMap<string, string>, door: string): readonly Said[] =>
  [...html.matchAll(/class="mark is-(\w+)" href="\/runs\/[^/]+\/([^"]+)"/g)].flatMap(([, says = '', path = '']) => {
    const of = tags.get(path);
    return of === undefined ? [] : [{ is: 'run.state', of, says, door }];
  });

async function readReconciliation(pages: Pages, client: string): Promise<void> {
  const html = await pages.visit(`${client}/reconciliation`, 'Reconciliation');
  const [first] = linksIn(html, /href="(\/clients\/[^"]+\/movement\?[^"]+)"/g);
  if (first !== undefined) await pages.visit(first, 'movement');
}

/** "Post 4": what is left of a step, and the note under it. */
function stepsIn(html: string, of: string): readonly Said[] {
  const steps = [
    ...html.matchAll(
      /<h2>([^<]+)<\/h2>(?:<span class="done-mark">.*?<\/summary>)?<p>(?:<a [^>]*>)?<strong>([^<]*)<\/strong>.*?<p class="muted">([^<]*)<\/p>/gs,
    ),
  ].map(([, name = '', left = '', note = '']) => ({ name, left: Number(left), note: Number.parseInt(note, 10) }));
  const step = (name: string) => steps.find((one) => one.name === name);
  const [post, signOff] = [step('Post'), step('Sign off')];
  if (post === undefined || signOff === undefined) throw new Error('Month has no steps');
  const door = 'Month’s steps';
  const left = /% closed · (\d+) left/.exec(html)?.[1] ?? '0';
  return [
    { is: 'count.left', of, says: Number(left), door: 'Month’s heading' },
    { is: 'count.ready', of, says: post.left, door },
    { is: 'count.done', of, says: post.note, door },
    { is: 'count.unsigned', of, says: signOff.left, door },
    { is: 'count.signedOff', of, says: signOff.note, door },
  ];
}
