import type { Field, Fields } from './field.js';

/** Values that a reader of the OpenAPI document recognises; any other text is its field's name in words. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  first_name: 'Ann',
  last_name: 'Elm',
  organisation_name: 'Elm Ltd',
  email: 'ann@elm.example',
  postcode: 'SY8 1AA',
  town: 'Ludlow',
  country: 'United Kingdom',
  currency: 'GBP',
  tag: 'my-app:2026-04',
  nominal_code: '285',
  display_nominal_code: '285',
  tax_code: '1257L',
  ni_letter: 'A',
  ni_number: 'QQ123456C',
  unique_tax_reference: '1234567890',
  subcontractor_verification_number: 'V1234567890A',
  subdomain: 'elm',
  type: 'UkLimitedCompany',
  locale: 'en',
  content_type: 'application/pdf',
  file_name: 'receipt.pdf',
  data: 'JVBERg==',
  band: 'Standard',
};

const DATE = '2026-04-30';
const TIMESTAMP = '2026-04-30T09:00:00.000Z';

/** A record as an answer shows it, or with `sent` as a request gives it: what is required, and what is usual. */
export function exampleOf(fields: Fields, sent: boolean): Record<string, unknown> {
  const shown = Object.entries(fields).filter(
    ([, field]) => !field.rare && (sent ? !isShownOnly(field) : !field.writeOnly),
  );
  return Object.fromEntries(shown.map(([name, field]) => [name, valueOf(name, field, sent)]));
}

export const isShownOnly = (field: Field) => field.readOnly === true || field.computed !== undefined;

function valueOf(name: string, field: Field, sent: boolean): unknown {
  if (field.example !== undefined) return field.example;
  if (field.values) return field.values[0];
  switch (field.type) {
    case 'date':
      return DATE;
    case 'timestamp':
      return TIMESTAMP;
    case 'integer':
      return 1;
    case 'decimal':
      return field.bare ? 12.5 : '12.5';
    case 'boolean':
      return true;
    case 'uri':
      return `http://127.0.0.1:4010/v2/${field.to ?? 'contacts'}/${field.to === 'categories' ? '285' : '11'}`;
    case 'array':
      return [field.parts ? exampleOf(field.parts, sent) : wordsOf(name)];
    case 'object':
      return field.parts ? exampleOf(field.parts, sent) : {};
    default:
      return BY_NAME[name] ?? wordsOf(name);
  }
}

const wordsOf = (name: string) => `${name[0]!.toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`;
