import { invalid, type Reply } from '../answer.js';
import { isDate } from '../engine/calendar.js';
import { type CompanyCall, Level } from '../engine/call.js';
import type { Route } from '../engine/router.js';
import { EC_RATES, ratesOn } from './ec-moss-rates.js';

export const ecMossRoute: Route = {
  method: 'GET',
  path: '/v2/ec_moss/sales_tax_rates',
  scope: 'company',
  level: Level.time,
  doc: {
    section: '4.22',
    summary: 'Lists the rates of a country on a day',
    query: ['country', 'date'],
    answers: {
      ec_tax_name: { type: 'string', means: 'Live, beyond the specification.' },
      sales_tax_rates: { type: 'array', parts: { percentage: { type: 'decimal' }, band: { type: 'string' } } },
    },
  },
  act: rates,
};

function rates(call: CompanyCall): Reply {
  const country = call.query.get('country') ?? '';
  const date = call.query.get('date') ?? '';
  if (!Object.hasOwn(EC_RATES, country)) throw invalid(['country is not one of those of place_of_supply']);
  if (!isDate(date)) throw invalid(['date must be a date, YYYY-MM-DD']);
  return { json: { ec_tax_name: 'VAT', sales_tax_rates: ratesOn(country, date) } };
}
