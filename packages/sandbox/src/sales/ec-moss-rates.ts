/**
 * VAT rates of the countries in 2.8.8. A line holds from its date: standard; reduced; parking. Checked in November 2026
 * against the public tables of der-andy/eu-vat-rates (2015 to 2024), ibericode/vat-rates (to August 2025) and, for 2026,
 * the European Commission's TEDB as vatnode/eu-vat-rates-data holds it. Regional and temporary rates are left out.
 */
interface Dated {
  readonly from: string;
  readonly standard: string;
  readonly reduced: readonly string[];
  readonly parking?: string;
}

const START = '2015-01-01';

const line = (from: string, standard: string, reduced = '', parking?: string): Dated => ({
  from,
  standard,
  reduced: reduced.split(' ').filter((rate) => rate !== ''),
  ...(parking !== undefined && { parking }),
});

export const EC_RATES: Readonly<Record<string, readonly Dated[]>> = {
  Austria: [line(START, '20.0', '10.0', '12.0'), line('2016-01-01', '20.0', '13.0 10.0', '13.0')],
  Belgium: [line(START, '21.0', '12.0 6.0', '12.0')],
  Bulgaria: [line(START, '20.0', '9.0')],
  Croatia: [line(START, '25.0', '13.0 5.0')],
  Cyprus: [line(START, '19.0', '9.0 5.0'), line('2023-07-21', '19.0', '9.0 5.0 3.0')],
  'Czech Republic': [line(START, '21.0', '15.0 10.0'), line('2024-01-01', '21.0', '12.0')],
  Denmark: [line(START, '25.0')],
  Estonia: [
    line(START, '20.0', '9.0'),
    line('2022-08-01', '20.0', '9.0 5.0'),
    line('2024-01-01', '22.0', '9.0 5.0'),
    line('2025-01-01', '22.0', '13.0 9.0'),
    line('2025-07-01', '24.0', '13.0 9.0'),
  ],
  Finland: [
    line(START, '24.0', '14.0 10.0'),
    line('2024-09-01', '25.5', '14.0 10.0'),
    line('2026-01-01', '25.5', '13.5 10.0'),
  ],
  France: [line(START, '20.0', '10.0 5.5 2.1')],
  Germany: [line(START, '19.0', '7.0'), line('2020-07-01', '16.0', '5.0'), line('2021-01-01', '19.0', '7.0')],
  Greece: [
    line(START, '23.0', '13.0 6.5'),
    line('2015-07-20', '23.0', '13.0 6.0'),
    line('2016-06-01', '24.0', '13.0 6.0'),
  ],
  Hungary: [line(START, '27.0', '18.0 5.0')],
  Ireland: [
    line(START, '23.0', '13.5 9.0 4.8', '13.5'),
    line('2020-09-01', '21.0', '13.5 9.0 4.8', '13.5'),
    line('2021-03-01', '23.0', '13.5 9.0 4.8', '13.5'),
  ],
  Italy: [line(START, '22.0', '10.0 4.0'), line('2016-01-01', '22.0', '10.0 5.0 4.0')],
  Latvia: [line(START, '21.0', '12.0'), line('2018-01-01', '21.0', '12.0 5.0')],
  Lithuania: [line(START, '21.0', '9.0 5.0'), line('2026-01-01', '21.0', '12.0 5.0')],
  Luxembourg: [
    line(START, '17.0', '8.0 3.0', '14.0'),
    line('2023-01-01', '16.0', '7.0 3.0', '13.0'),
    line('2024-01-01', '17.0', '8.0 3.0', '14.0'),
  ],
  Malta: [line(START, '18.0', '7.0 5.0'), line('2024-01-01', '18.0', '7.0 5.0', '12.0')],
  Netherlands: [line(START, '21.0', '6.0'), line('2019-01-01', '21.0', '9.0')],
  Poland: [line(START, '23.0', '8.0 5.0')],
  Portugal: [line(START, '23.0', '13.0 6.0', '13.0')],
  Romania: [
    line(START, '24.0', '9.0 5.0'),
    line('2016-01-01', '20.0', '9.0 5.0'),
    line('2017-01-01', '19.0', '9.0 5.0'),
    line('2025-08-01', '21.0', '11.0'),
  ],
  Slovakia: [line(START, '20.0', '10.0'), line('2025-01-01', '23.0', '19.0 5.0')],
  Slovenia: [line(START, '22.0', '9.5'), line('2020-01-01', '22.0', '9.5 5.0')],
  Spain: [line(START, '21.0', '10.0 4.0')],
  Sweden: [line(START, '25.0', '12.0 6.0')],
};

/** Directive 2006/112/EC, articles 98 and 110: reduced rates are at least 5 %, except those that are older. */
const SUPER_REDUCED_BELOW = 5;

/** The rates of a country on a day, in the live service's order; none before 2015, when EC VAT MOSS began. */
export function ratesOn(country: string, date: string): { readonly percentage: string; readonly band: string }[] {
  const current = (Object.hasOwn(EC_RATES, country) ? EC_RATES[country] : undefined)?.findLast(
    ({ from }) => from <= date,
  );
  if (!current) return [];
  const isSuper = (rate: string) => Number(rate) < SUPER_REDUCED_BELOW;
  const ordinary = current.reduced.filter((rate) => !isSuper(rate)).toSorted((a, b) => Number(a) - Number(b));
  return [
    { percentage: current.standard, band: 'Standard' },
    ...ordinary.map((percentage) => ({ percentage, band: 'Reduced' })),
    ...(current.parking === undefined ? [] : [{ percentage: current.parking, band: 'Parking' }]),
    ...current.reduced.filter(isSuper).map((percentage) => ({ percentage, band: 'Super Reduced' })),
  ];
}
