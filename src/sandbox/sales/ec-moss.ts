import { invalid, type Reply } from '../answer.js';
import { isDate } from '../engine/calendar.js';
import { type CompanyCall, Level, type Route } from '../engine/call.js';
import { EC_RATES } from './ec-moss-rates.js';

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
      sales_tax_rates: { type: 'array', parts: { percentage: { type: 'decimal' }, band: { type: 'string' } } },
    },
  },
  act: rates,
};

function rates(call: CompanyCall): Reply {
  const country = call.query.get('country') ?? '';
  const date = call.query.get('date') ?? '';
  const dated = Object.hasOwn(EC_RATES, country) ? EC_RATES[country] : undefined;
  if (!dated) throw invalid(['country is not one of those of place_of_supply']);
  if (!isDate(date)) throw invalid(['date must be a date, YYYY-MM-DD']);
  const current = dated.findLast(({ from }) => from <= date);
  if (!current) return { json: { sales_tax_rates: [] } };
  const { standard, reduced, parking } = current;
  return {
    json: {
      sales_tax_rates: [
        { percentage: standard, band: 'Standard' },
        ...reduced.map((percentage) => ({ percentage, band: 'Reduced' })),
        ...(parking === undefined ? [] : [{ percentage: parking, band: 'Parking' }]),
      ],
    },
  };
}
