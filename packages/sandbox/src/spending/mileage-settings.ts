import type { Reply } from '../answer.js';
import { Level } from '../engine/call.js';
import type { Route } from '../engine/router.js';
import type { Fields } from '../engine/field.js';

/** Section 2.7.1: the vehicles, engines and rates of a mileage claim, each by date. */
interface Dated<T> {
  readonly from: string;
  readonly to: string;
  readonly value: T;
}

type Engines = Readonly<Record<string, readonly string[]>>;

const TO_1400 = 'Up to 1400cc';
const TO_2000 = '1401-2000cc';
const OVER_2000 = 'Over 2000cc';
const PETROL = [TO_1400, TO_2000, OVER_2000];
const DIESEL = ['Up to 1600cc', '1601-2000cc', OVER_2000];

export const ENGINES: readonly Dated<Engines>[] = [
  { from: '2011-06-01', to: '2019-02-28', value: { Petrol: PETROL, Diesel: DIESEL, LPG: PETROL } },
  {
    from: '2019-03-01',
    to: '2099-12-31',
    value: { Petrol: PETROL, Diesel: DIESEL, LPG: PETROL, Electric: ['All'] },
  },
];

export const RATES_LIMIT_MILES = 10_000;
const RATES = {
  Car: { basic_rate: '0.45', additional_rate: '0.25' },
  Motorcycle: { basic_rate: '0.24', additional_rate: '0.24' },
  Bicycle: { basic_rate: '0.2', additional_rate: '0.2' },
};
export type Vehicle = keyof typeof RATES;
export const VEHICLES = Object.keys(RATES);

const MILEAGE_RATES: readonly Dated<typeof RATES & { basic_rate_limit: number }>[] = [
  { from: '2011-04-06', to: '2099-12-31', value: { ...RATES, basic_rate_limit: RATES_LIMIT_MILES } },
];

export function enginesOn(date: string): Engines {
  return ENGINES.findLast(({ from }) => from <= date)?.value ?? {};
}

export function ratesOf(vehicle: string): { basic: string; additional: string } {
  const { basic_rate: basic, additional_rate: additional } = RATES[vehicle as Vehicle];
  return { basic, additional };
}

const range: Fields = { from: { type: 'date' }, to: { type: 'date' }, value: { type: 'object' } };

export const mileageSettingsRoute: Route = {
  method: 'GET',
  path: '/v2/expenses/mileage_settings',
  scope: 'company',
  level: Level.myMoney,
  doc: {
    section: '4.8',
    summary: 'Reads the settings of mileage claims',
    answers: {
      mileage_settings: {
        type: 'object',
        parts: {
          engine_type_and_size_options: { type: 'array', parts: range },
          mileage_rates: { type: 'array', parts: range },
        },
      },
    },
  },
  act: (): Reply => ({
    json: { mileage_settings: { engine_type_and_size_options: ENGINES, mileage_rates: MILEAGE_RATES } },
  }),
};
