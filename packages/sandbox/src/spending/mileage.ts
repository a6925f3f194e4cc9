import { taxYearOf } from '../engine/calendar.js';
import type { Field, Fields } from '../engine/field.js';
import { decimalText, parsePence } from '../engine/pence.js';
import type { Act } from '../engine/call.js';
import type { Row, Values } from '../engine/table.js';
import { enginesOn, RATES_LIMIT_MILES, ratesOf, VEHICLES } from './mileage-settings.js';

export const MILEAGE = 'Mileage';
const RATE_PLACES = 4;
const rate: Field = { type: 'decimal', places: RATE_PLACES };

export const isMileage = (values: Values) => values['category'] === MILEAGE;
const hasEngine = (values: Values) => isMileage(values) && values['vehicle_type'] === 'Car';

export const MILEAGE_FIELDS: Fields = {
  mileage: { type: 'decimal', required: isMileage },
  vehicle_type: { type: 'string', values: VEHICLES, required: isMileage },
  engine_type: { type: 'string' },
  engine_size: { type: 'string' },
  reclaim_mileage: { type: 'integer', values: [0, 1], means: '1: at the rate of the tax authority.' },
  initial_rate_mileage: rate,
  reclaim_mileage_rate: rate,
  rebill_mileage_rate: rate,
  have_vat_receipt: { type: 'boolean' },
};

/** Adds what follows from the claim's vehicle, and the claim's value. */
export function withMileage(act: Act, values: Values, before: Row | undefined): Values {
  if (!isMileage(values)) return values;
  const engines = enginesOn(String(values['dated_on']));
  const type = hasEngine(values) ? (values['engine_type'] ?? 'Petrol') : undefined;
  const size = type === undefined ? undefined : (values['engine_size'] ?? engines[String(type)]?.[0]);
  const { basic } = ratesOf(String(values['vehicle_type']));
  const { engine_type: _type, engine_size: _size, ...rest } = values;
  return {
    ...rest,
    ...(type !== undefined && { engine_type: type, engine_size: size }),
    reclaim_mileage: values['reclaim_mileage'] ?? 1,
    initial_rate_mileage: values['initial_rate_mileage'] ?? basic,
    have_vat_receipt: values['have_vat_receipt'] ?? false,
    gross_value: decimalText(-valueOf(act, values, before)),
  };
}

export function mileageFaults(values: Values): string[] {
  if (!isMileage(values)) return [];
  const messages: string[] = [];
  if (parsePence(values['mileage'])! <= 0n) messages.push('mileage must be more than zero');
  if (!hasEngine(values)) return messages;
  const sizes = enginesOn(String(values['dated_on']))[String(values['engine_type'])];
  if (!sizes) messages.push('engine_type is invalid');
  else if (!sizes.includes(String(values['engine_size']))) messages.push('engine_size is invalid');
  return messages;
}

/** At the claim's own rate, or at the basic rate up to the tax year's limit and the additional rate above it. */
function valueOf(act: Act, values: Values, before: Row | undefined): bigint {
  if (values['reclaim_mileage'] === 0) return 0n;
  const miles = hundredths(values['mileage']);
  if (values['reclaim_mileage_rate'] !== undefined) return worth(miles, String(values['reclaim_mileage_rate']));
  const { basic, additional } = ratesOf(String(values['vehicle_type']));
  const limit = BigInt(RATES_LIMIT_MILES) * 100n;
  const soFar = milesBefore(act, values, before);
  const left = soFar < limit ? limit - soFar : 0n;
  const atBasic = miles < left ? miles : left;
  return worth(atBasic, String(values['initial_rate_mileage'] ?? basic)) + worth(miles - atBasic, additional);
}

/** Miles that the claimant has already claimed in the same tax year and kind of vehicle. */
function milesBefore(act: Act, values: Values, before: Row | undefined): bigint {
  const year = taxYearOf(String(values['dated_on']));
  let sum = 0n;
  for (const { key, values: other } of act.company.table('expenses').having('user', values['user'])) {
    const counts = key !== before?.key && isMileage(other) && other['vehicle_type'] === values['vehicle_type'];
    const earlier = counts && String(other['dated_on']) <= String(values['dated_on']);
    if (earlier && taxYearOf(String(other['dated_on'])) === year) sum += hundredths(other['mileage']);
  }
  return sum;
}

const hundredths = (miles: unknown) => parsePence(miles) ?? 0n;

/** `miles` is in hundredths, `perMile` in pounds; the result is in whole pence. */
function worth(miles: bigint, perMile: string): bigint {
  const [whole = '0', fraction = ''] = perMile.split('.');
  const tenThousandths = BigInt(whole) * 10_000n + BigInt(fraction.padEnd(RATE_PLACES, '0'));
  return (miles * tenThousandths + 5_000n) / 10_000n;
}
