import { Level } from '../engine/call.js';
import type { Resource } from '../engine/resource.js';

const QUANTITY_PLACES = 6;

export const priceListItems: Resource = {
  plural: 'price_list_items',
  singular: 'price_list_item',
  section: '4.17',
  scope: 'company',
  level: Level.invoices,
  operations: ['list', 'read'],
  fields: {
    code: { type: 'string', readOnly: true, required: true },
    quantity: { type: 'decimal', readOnly: true, places: QUANTITY_PLACES, initially: '1.0' },
    item_type: { type: 'string', readOnly: true, initially: 'Products' },
    description: { type: 'string', readOnly: true },
    price: { type: 'decimal', readOnly: true, places: QUANTITY_PLACES },
    sales_tax_rate: { type: 'decimal', readOnly: true },
    second_sales_tax_rate: { type: 'decimal', readOnly: true },
    vat_status: { type: 'string', readOnly: true, initially: 'standard' },
    category: { type: 'uri', readOnly: true, to: 'categories' },
    stock_item: {
      type: 'uri',
      readOnly: true,
      required: (values) => String(values['item_type']).toLowerCase() === 'stock',
    },
  },
  sorts: { created_at: 'created_at', code: 'code' },
  check: ({ company }, values) => {
    for (const _ of company.table('price_list_items').having('code', values['code'])) {
      return ['code has already been taken'];
    }
    return [];
  },
};
