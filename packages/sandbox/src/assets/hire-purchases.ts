import { type CompanyCall, Level } from '../engine/call.js';
import type { Resource } from '../engine/resource.js';
import type { Row } from '../engine/table.js';

const categoryOf = (code: string) => (call: unknown, row: Row) =>
  `/v2/categories/${code}-${(call as CompanyCall).company.chart.suffixOf(`/v2/hire_purchases/${row.key}`)}`;

/** The live service makes them from bills, which the specification does not describe: a scenario file lists them. */
export const hirePurchases: Resource = {
  plural: 'hire_purchases',
  singular: 'hire_purchase',
  section: '4.14',
  scope: 'company',
  level: Level.bills,
  operations: ['list', 'read'],
  fields: {
    description: { type: 'string', readOnly: true, required: true, means: 'Taken from the bill.' },
    bill: { type: 'uri', readOnly: true, required: true },
    liabilities_over_one_year_category: { type: 'uri', computed: categoryOf('793') },
    liabilities_under_one_year_category: { type: 'uri', computed: categoryOf('792') },
  },
  ukOnly: true,
  follows: ({ company }, row) => {
    if (row) company.chart.suffixOf(`/v2/hire_purchases/${row.key}`);
  },
};
