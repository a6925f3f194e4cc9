import { refuse, type Reply } from '../answer.js';
import { isDate } from '../engine/calendar.js';
import { type CompanyCall, Level } from '../engine/call.js';
import type { Route } from '../engine/router.js';
import type { Fields } from '../engine/field.js';
import { parsePence } from '../engine/pence.js';

const flow: Fields = {
  total: { type: 'decimal', bare: true },
  months: {
    type: 'array',
    parts: {
      month: { type: 'integer' },
      year: { type: 'integer' },
      total: { type: 'decimal', bare: true },
    },
  },
};

export const cashflowRoute: Route = {
  method: 'GET',
  path: '/v2/cashflow',
  scope: 'company',
  level: Level.banking,
  doc: {
    section: '4.21',
    summary: 'Reads the cashflow of a range',
    query: ['from_date', 'to_date'],
    answers: {
      cashflow: {
        type: 'object',
        parts: {
          from: { type: 'date' },
          to: { type: 'date' },
          incoming: { type: 'object', parts: flow },
          outgoing: { type: 'object', parts: flow },
          balance: { type: 'decimal', bare: true },
        },
      },
    },
  },
  act: read,
};

interface Month {
  readonly month: number;
  readonly year: number;
  total: bigint;
}

/** Money into and out of the bank accounts, without transfers. Amounts are bare numbers, as in the live service. */
function read(call: CompanyCall): Reply {
  const [from, to] = [dateIn(call, 'from_date'), dateIn(call, 'to_date')];
  if (from > to) throw refuse(400, 'from_date must not be after to_date.');
  const incoming = monthsOf(from, to);
  const outgoing = monthsOf(from, to);
  const transfers = transfersOf(call);
  for (const { key, values } of call.company.table('bank_transactions').values()) {
    const day = String(values['dated_on']);
    if (day < from || day > to || transfers.has(`/v2/bank_transactions/${key}`)) continue;
    const amount = parsePence(values['amount'])!;
    const side = amount > 0n ? incoming : outgoing;
    const month = side.find((one) => one.year === Number(day.slice(0, 4)) && one.month === Number(day.slice(5, 7)))!;
    month.total += amount > 0n ? amount : -amount;
  }
  const [inTotal, outTotal] = [sumOf(incoming), sumOf(outgoing)];
  return {
    json: {
      cashflow: {
        from,
        to,
        incoming: { total: pounds(inTotal), months: incoming.map(shown) },
        outgoing: { total: pounds(outTotal), months: outgoing.map(shown) },
        balance: pounds(inTotal - outTotal),
      },
    },
  };
}

/** Takes YYYY-MM-DD, and DD-MM-YYYY because the specification's example uses it. */
function dateIn(call: CompanyCall, name: string): string {
  const text = call.query.get(name) ?? '';
  const date = text.replace(/^(\d{2})-(\d{2})-(\d{4})$/, '$3-$2-$1');
  if (!isDate(date)) throw refuse(400, `${name} must be a date, YYYY-MM-DD.`);
  return date;
}

function transfersOf(call: CompanyCall): Set<unknown> {
  const explanations = [...call.company.table('bank_transaction_explanations').values()];
  const transfers = explanations.filter(({ values }) => values['transfer_bank_account'] !== undefined);
  return new Set(transfers.map(({ values }) => values['bank_transaction']));
}

function monthsOf(from: string, to: string): Month[] {
  const months: Month[] = [];
  let [year, month] = [Number(from.slice(0, 4)), Number(from.slice(5, 7))];
  while (`${year}-${String(month).padStart(2, '0')}` <= to.slice(0, 7)) {
    months.push({ month, year, total: 0n });
    month = month === 12 ? 1 : month + 1;
    if (month === 1) year += 1;
  }
  return months;
}

const sumOf = (months: readonly Month[]) => months.reduce((sum, { total }) => sum + total, 0n);
const pounds = (pence: bigint) => Number(pence) / 100;
const shown = ({ month, year, total }: Month) => ({ month, year, total: pounds(total) });
