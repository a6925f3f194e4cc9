import type { Company } from '../company/company.js';
import { decimalText, parsePence } from '../engine/pence.js';
import type { Fields } from '../engine/field.js';
import type { Values } from '../engine/table.js';
import { idIn } from '../engine/uri.js';
import { EC_RATES, ratesOn } from '../sales/ec-moss-rates.js';

/** Sales tax by section 2.8; rules below have the numbers they have there. */
export const UK_RATES = ['20.0', '17.5', '15.0', '12.5', '5.0', '0.0'];
export const AUTO = 'Auto';

const RATES_BY_NAME: Readonly<Record<string, string>> = {
  'Standard rate': '20.0',
  'Reduced rate': '5.0',
  'Zero rate': '0.0',
};
const RATE_UNITS_PER_PERCENT = 100n;
const ALL_OF_NET = 100n * RATE_UNITS_PER_PERCENT;
const UNTAXED = ['EXEMPT', 'OUT_OF_SCOPE'];

export function isRegistered(company: Company): boolean {
  return company.record['sales_tax_registration_status'] === 'Registered';
}

/** Rule 1: the category's own rate, and 0 % when the company is not registered. */
function rateOfCategory(company: Company, category: unknown): string {
  const code = idIn(category, 'categories')?.split('-', 1)[0];
  const name = code === undefined ? undefined : company.chart.get(code)?.autoSalesTaxRate;
  return isRegistered(company) && name !== undefined ? (RATES_BY_NAME[name] ?? '0.0') : '0.0';
}

/** Rule 2: the tax contained in a gross amount, with the sign of the amount: 16.67 in 100 at 20 %. */
export function taxWithin(gross: bigint, rate: string): bigint {
  const units = parsePence(rate)!;
  const size = gross < 0n ? -gross : gross;
  const divisor = ALL_OF_NET + units;
  const tax = (2n * size * units + divisor) / (2n * divisor);
  return gross < 0n ? -tax : tax;
}

/** The values with their sales tax worked out. */
export function withSalesTax(company: Company, values: Values): Values {
  const gross = parsePence(values['gross_value']);
  if (gross === undefined) return values;
  const { sales_tax_rate: rate, ...rest } = values;
  const manual = parsePence(values['manual_sales_tax_amount']);
  if (UNTAXED.includes(String(values['sales_tax_status']))) {
    return { ...rest, sales_tax_rate: '0.0', sales_tax_value: '0.0' };
  }
  if (manual !== undefined) {
    // Rules 3 and 4: a rate is ignored, and none is returned.
    return { ...rest, sales_tax_value: decimalText(gross < 0n ? -manual : manual) };
  }
  const isForeign = values['currency'] !== undefined && values['currency'] !== company.record['currency'];
  const settled = isForeign
    ? '0.0'
    : rate === undefined || rate === AUTO
      ? rateOfCategory(company, values['category'])
      : String(rate);
  return { ...rest, sales_tax_rate: settled, sales_tax_value: decimalText(taxWithin(gross, settled)) };
}

export const isMoss = (values: Values) => values['ec_status'] === 'EC VAT MOSS';

/** Rule 8: a MOSS sale is taxed at the rates of its place of supply. */
function ratesFor(values: Values): readonly string[] {
  if (!isMoss(values) || values['place_of_supply'] === undefined) return UK_RATES;
  return ratesOn(String(values['place_of_supply']), String(values['dated_on'])).map(({ percentage }) => percentage);
}

export function salesTaxFaults(company: Company, values: Values): string[] {
  const messages: string[] = [];
  const rate = values['sales_tax_rate'];
  if (rate !== undefined && company.isUk() && !ratesFor(values).includes(String(rate))) {
    messages.push('sales_tax_rate is not one of the standard rates');
  }
  // Rule 6: a manual amount is in the company's own currency.
  const gross = parsePence(values['native_gross_value'] ?? values['gross_value']) ?? 0n;
  const manual = parsePence(values['manual_sales_tax_amount']) ?? 0n;
  if (manual < 0n || manual > (gross < 0n ? -gross : gross)) {
    messages.push('manual_sales_tax_amount must be between zero and gross_value');
  }
  return messages;
}

/** The fields of section 2.8 that an expense and an explanation share. */
export const SALES_TAX_FIELDS: Fields = {
  sales_tax_rate: { type: 'decimal', words: [AUTO], means: 'One of the standard rates, or Auto.' },
  sales_tax_value: { type: 'decimal', readOnly: true },
  manual_sales_tax_amount: { type: 'decimal' },
  sales_tax_status: { type: 'string', values: ['TAXABLE', ...UNTAXED], initially: 'TAXABLE' },
  ec_status: { type: 'string', values: ['UK/Non-EC', 'EC Goods', 'EC Services', 'Reverse Charge', 'EC VAT MOSS'] },
};

/** Rule 8: the countries that place_of_supply may name. */
export const PLACES_OF_SUPPLY = Object.keys(EC_RATES);
