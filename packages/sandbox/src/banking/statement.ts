import { refuse, type Reply } from '../answer.js';
import { isObject, type JsonObject } from '../engine/json.js';
import { parseJson } from '../engine/body.js';
import { isDate } from '../engine/calendar.js';
import { type CompanyCall, Level } from '../engine/call.js';
import type { Route } from '../engine/router.js';
import { elementsOf, type Fields } from '../engine/field.js';
import { fileIn } from '../engine/multipart.js';
import { decimalText, parsePence } from '../engine/pence.js';
import { createRow } from '../engine/records.js';
import { changed, type Row, type Table, timestamp } from '../engine/table.js';
import { idIn } from '../engine/uri.js';
import { parseXml } from '../engine/xml.js';
import { bankTransactions } from './bank-transactions.js';
import { readCsv } from './csv.js';
import { readOfx } from './ofx.js';
import { fullDescription, signed, TRANSACTION_TYPES } from './statement-types.js';

const statementFields: Fields = {
  dated_on: { type: 'date', required: true },
  description: { type: 'string', initially: '' },
  amount: { type: 'decimal', bare: true, initially: 0 },
  fitid: { type: 'string' },
  transaction_type: { type: 'string', values: Object.keys(TRANSACTION_TYPES), initially: 'OTHER' },
};

export const statementRoute: Route = {
  method: 'POST',
  path: '/v2/bank_transactions/statement',
  scope: 'company',
  level: Level.banking,
  doc: {
    section: '4.15',
    summary: 'Uploads a bank statement, as an array, or as an OFX or CSV file in a multipart form',
    query: ['bank_account'],
    refuses: 406,
    takes: { statement: { type: 'array', element: 'transaction', parts: statementFields } },
  },
  act: upload,
};

interface Line {
  readonly datedOn: string;
  readonly description: string;
  readonly amount: bigint;
  readonly fitid: string | null;
  readonly type: string;
}

/** Section 4.15: 404 for no bank account, 406 for no statement, 400 for a statement that cannot be read. A 200 may import nothing. */
function upload(call: CompanyCall): Reply {
  const account = call.company.table('bank_accounts').get(idIn(call.query.get('bank_account'), 'bank_accounts') ?? '');
  if (!account) throw refuse(404, 'No valid bank account to import into.');
  const lines = linesOf(call);
  if (lines) add(call, account, lines);
  return {};
}

function linesOf(call: CompanyCall): Line[] | undefined {
  const contentType = call.headers['content-type'] ?? '';
  if (/multipart\/form-data/i.test(contentType)) return fileLines(fileIn(contentType, call.body, 'statement'));
  if (call.body.trim() === '') throw refuse(406, 'statement is missing.');
  const isXml = /\bxml\b/.test(contentType);
  const document = isXml ? parseXml(call.body) : parseJson(call.body);
  const statement = isObject(document) ? document['statement'] : undefined;
  // FernleafSystems/ApiWrappers-FreeAgent sends the text of a CSV file in this place.
  if (typeof statement === 'string') return fileLines(statement);
  const elements = statement === undefined || statement === null ? [] : elementsOf(statement);
  if (!elements) throw refuse(400, 'statement must be an array of transactions, or the text of a file.');
  if (elements.length === 0) throw refuse(406, 'statement holds no data.');
  const lines = elements.map((element) => lineOf(isObject(element) ? element : {}));
  // The live service takes amounts as JSON numbers. Given a text, it answers 200 and imports nothing.
  const hasText = !isXml && elements.some((element) => isObject(element) && typeof element['amount'] === 'string');
  return hasText ? undefined : lines;
}

function fileLines(file: string | undefined): Line[] {
  if (file === undefined || file.trim() === '') throw refuse(406, 'statement is missing.');
  const transactions = readOfx(file) ?? readCsv(file);
  if (!transactions) {
    throw refuse(400, 'statement is neither an OFX file nor a CSV file of DD/MM/YYYY,amount,description.');
  }
  if (transactions.length === 0) throw refuse(406, 'statement holds no data.');
  return transactions.map(({ datedOn, amount, description, fitid, type }) =>
    lineOf({
      dated_on: datedOn,
      amount,
      description,
      fitid,
      transaction_type: TRANSACTION_TYPES[type] ? type : 'OTHER',
    }),
  );
}

function lineOf(sent: JsonObject): Line {
  const datedOn = sent['dated_on'];
  if (!isDate(datedOn)) throw refuse(400, 'dated_on must be a date, YYYY-MM-DD.');
  const type = String(sent['transaction_type'] ?? 'OTHER').toUpperCase();
  if (!TRANSACTION_TYPES[type]) throw refuse(400, `transaction_type ${type} is not known.`);
  const amount = parsePence(sent['amount'] ?? 0);
  if (amount === undefined) throw refuse(400, 'amount is not an amount.');
  const fitid = sent['fitid'];
  return {
    datedOn,
    description: String(sent['description'] ?? ''),
    amount: signed(amount, type),
    fitid: fitid === undefined || fitid === null ? null : String(fitid),
    type,
  };
}

/** Leaves out lines the account already has, counting those of the same day, amount and description. */
function add(call: CompanyCall, account: Row, lines: readonly Line[]): void {
  const { company, now } = call;
  const accountPath = `/v2/bank_accounts/${account.key}`;
  const upload = Number(account.values['last_upload'] ?? 0) + 1;
  const known = countsOf(company.table('bank_transactions'), accountPath, lines);
  for (const { datedOn, description, amount, fitid, type } of lines) {
    const key = `${datedOn}|${decimalText(amount)}|${description}`;
    const left = known.get(key) ?? 0;
    known.set(key, left - 1);
    if (left > 0) continue;
    const row = createRow(
      bankTransactions,
      call,
      {
        bank_account: accountPath,
        dated_on: datedOn,
        description,
        full_description: fullDescription(description, amount, type),
        amount: decimalText(amount),
        uploaded_at: timestamp(now),
        ...(fitid !== null && { transaction_id: fitid }),
      },
      { seeding: true },
    );
    company.table('bank_transactions').put({ ...row, values: { ...row.values, upload } });
  }
  company.table('bank_accounts').put(changed(account, { ...account.values, last_upload: upload }, now));
}

function countsOf(table: Table, account: string, lines: readonly Line[]) {
  const counts = new Map<string, number>();
  for (const day of new Set(lines.map(({ datedOn }) => datedOn))) {
    for (const { values } of table.having('dated_on', day)) {
      if (values['bank_account'] !== account) continue;
      const key = `${day}|${String(values['amount'])}|${String(values['description'] ?? '')}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}
