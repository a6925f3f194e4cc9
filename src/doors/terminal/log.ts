import { paidInWords } from '../../journal/nouns/pay-key.js';
import { createWriteStream } from 'node:fs';
import { everything } from '../../access/viewer.js';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Database } from '../../ground/database.js';
import type { LogRow } from '../../views/log/log-view.js';
import { momentInWords } from '../../ground/london.js';
import { problem } from '../../ground/problem.js';
import { monthInWords } from '../../journal/nouns/dates.js';
import { withRooms } from './boot.js';
import { type Column, json, jsonText, print, printRows } from './output.js';

type Rooms = Parameters<Parameters<typeof withRooms>[0]>[0];

interface LogOptions {
  company?: string;
  installation?: boolean;
  since?: Date;
  format: 'table' | 'json' | 'csv' | 'xlsx';
  out?: string;
  all?: boolean;
  json?: boolean;
}

const rowsPerTable = 200;

export function register(program: Command): void {
  const log = program
    .command('log')
    .description('the posting log: who did what, when, why, and the outcome; latest first')
    .option('--company <company>', 'of one company: its name, id or subdomain')
    .option('--installation', 'of the installation itself: who signed in, who was refused, tokens, links and sessions')
    .option('--since <date>', 'from a date or a time on', readMoment)
    .addOption(
      new Option('--format <format>', 'how it is written').choices(['table', 'json', 'csv', 'xlsx']).default('table'),
    )
    .option('--all', 'on a terminal more than fits it')
    .option('--out <file>', 'the file to write CSV or XLSX to; without it CSV goes to standard output')
    .option('--json', 'the same as --format json: {"items": [{"id", "at", "company", "act", "outcome", "actor", …}]}')
    .action(show);

  log
    .command('verify')
    .description('check that no line of the log, and nothing that it covers, was changed, added or removed')
    .option('--company <company>', 'of one company')
    .option(
      '--anchors <path>',
      'an anchor, or a folder of anchors such as ANCHOR_FOLDER: finds a chain that was rebuilt',
    )
    .option('--key <file>', 'the public keys that anchors must be signed with (default: those of this database)')
    .option('--json', 'answer {"items": [{"company", "entry", "detail"}]}, one for each break')
    .action(async (_: unknown, command: Command) => verify(command.optsWithGlobals()));
}

async function show(options: LogOptions): Promise<void> {
  const file = fileOf(options);
  const { LogViews } = await import('../../views/log/log-view.js');
  const { Database } = await import('../../ground/database.js');
  await withRooms(async (rooms) => {
    const companyId = await chainOf(rooms, options);
    const rows = new LogViews(rooms.get(Database)).all(everything, { companyId, since: options.since });
    const format = options.json ? 'json' : options.format;
    if (file !== undefined) return writeFile(rows, file);
    if (format === 'json') return writeJson(rows);
    await writeTable(rows, options);
  });
}

type LogFile = { readonly format: 'csv'; readonly out?: string } | { readonly format: 'xlsx'; readonly out: string };

function fileOf({ format, out, json: asJson }: LogOptions): LogFile | undefined {
  if (asJson || format === 'table' || format === 'json') return undefined;
  if (format === 'csv') return { format, out };
  if (out === undefined) throw outMissing();
  return { format, out };
}

async function writeFile(rows: AsyncIterable<LogRow>, { format, out }: LogFile): Promise<void> {
  const { logColumns } = await import('../../views/files/log-columns.js');
  if (format === 'csv') {
    const { writeCsv } = await import('../../views/files/csv.js');
    if (out === undefined) return writeCsv(rows, logColumns, process.stdout, { end: false });
    return writeCsv(rows, logColumns, createWriteStream(out));
  }
  const { writeSpreadsheet } = await import('../../views/files/table-file.js');
  await writeSpreadsheet({ sheet: 'Log', rows, columns: logColumns }, createWriteStream(out));
}

const outMissing = () =>
  problem('wrong-usage', {
    detail: 'A spreadsheet cannot be printed on a terminal.',
    todo: 'Name the file: --format xlsx --out log.xlsx.',
  });

async function chainOf(rooms: Rooms, { company, installation: own }: LogOptions): Promise<string | undefined> {
  const { installation } = await import('../../record/log/log-entry.entity.js');
  if (own) return installation;
  return company === undefined ? undefined : idOf(rooms, company);
}

/** One document, written row by row, because a log may be long. */
async function writeJson(rows: AsyncIterable<LogRow>): Promise<void> {
  const { logLine } = await import('../../views/log/log-line.js');
  let before = '{"items":[';
  for await (const row of rows) {
    process.stdout.write(`${before}${jsonText(logLine(row))}`);
    before = ',\n';
  }
  process.stdout.write(before === ',\n' ? ']}\n' : '{"items":[]}\n');
}

async function writeTable(rows: AsyncIterable<LogRow>, { all }: LogOptions): Promise<void> {
  const [at, ...others] = await eventColumns();
  const columns: readonly Column<LogRow>[] = [
    at,
    { heading: 'Company', value: (row) => row.company },
    ...others,
    { heading: 'Paid', value: ({ run }) => run && paidInWords(run) },
    { heading: 'Month', value: ({ run }) => run && monthInWords(run.year, run.period) },
    { heading: 'Journal set', value: (row) => row.journalSet?.split('/').at(-1) },
  ];
  if (!(await printRows(inParts(rows), columns, { all }))) print('The log has no such lines.');
}

async function* inParts<Row>(rows: AsyncIterable<Row>): AsyncGenerator<readonly Row[]> {
  let part: Row[] = [];
  for await (const row of rows) {
    part.push(row);
    if (part.length < rowsPerTable) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/** What happened, in the words of the log's page. */
export async function eventColumns() {
  const { actInWords, detailsInWords } = await import('../../views/log/log-words.js');
  return [
    { heading: 'At', value: (row: LogRow) => momentInWords(row.at) },
    { heading: 'What', value: (row: LogRow) => [actInWords(row), ...detailsInWords(row)].join(' · ') },
    { heading: 'Reason', value: (row: LogRow) => row.reason },
    { heading: 'By', value: (row: LogRow) => row.actor },
  ] as const;
}

interface VerifyOptions {
  company?: string;
  anchors?: string;
  key?: string;
  json?: boolean;
}

async function verify(options: VerifyOptions): Promise<void> {
  const { verifyLog } = await import('../../record/log/log-verify.js');
  const { Companies } = await import('../../companies/companies.js');
  const { Database } = await import('../../ground/database.js');
  const { installation } = await import('../../record/log/log-entry.entity.js');
  await withRooms(async (rooms) => {
    const names = new Map([[installation, 'This installation']]);
    const chosen = options.company === undefined ? undefined : [await idOf(rooms, options.company)];
    for await (const { id, name } of rooms.get(Companies).all()) names.set(id, name);
    const database = rooms.get(Database);
    const anchored = options.anchors === undefined ? [] : await anchorBreaks(database, options.anchors, options.key);
    const broken = [...(await verifyLog(database, chosen)), ...anchored];
    const found = broken.map(({ companyId, seq, detail }) => ({
      company: names.get(companyId) ?? companyId,
      entry: seq,
      detail,
    }));
    if (options.json) json({ items: found });
    else if (found.length === 0)
      print(`${whole(chosen ? 1 : names.size - 1)} ${options.anchors === undefined ? unanchored : byAnchors}`);
    else
      for (const { company, entry, detail } of found)
        print(`${company}: ${entry > 0 ? `entry ${entry} ` : ''}${detail}`);
    if (found.length > 0) process.exitCode = 3;
  });
}

async function anchorBreaks(database: Database, path: string, keyFile: string | undefined) {
  const { checkAnchors, readAnchors } = await import('../../evidence/check-anchors.js');
  const { readPublicKeys } = await import('../../evidence/public-keys.js');
  const { readGiven } = await import('./evidence/given-file.js');
  const trusted = keyFile === undefined ? undefined : readPublicKeys((await readGiven(keyFile)).toString());
  return checkAnchors(database, await readAnchors(path), trusted);
}

const whole = (companies: number) =>
  companies === 1
    ? 'The log of 1 company is whole: nothing was changed or taken out.'
    : `The log of ${companies} companies and of this installation is whole: nothing was changed or taken out.`;
const byAnchors = 'It holds everything that the anchors hold.';
/** Added to a good result, because the database alone cannot prove more. */
const unanchored = 'Someone who may write to the whole database could have rebuilt all of it.';

async function idOf(rooms: Rooms, named: string): Promise<string> {
  const { Companies } = await import('../../companies/companies.js');
  return (await rooms.get(Companies).find(named)).id;
}

function readMoment(text: string): Date {
  const moment = /^\d{4}-\d{2}-\d{2}([T ].*)?$/.test(text) ? new Date(text) : new Date(Number.NaN);
  if (Number.isNaN(moment.getTime())) throw new InvalidArgumentError('A date is expected, such as 2025-10-31.');
  return moment;
}
