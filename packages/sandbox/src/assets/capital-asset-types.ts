import { forbidden, refuse, type Refusal } from '../answer.js';
import { Level, type Act } from '../engine/call.js';
import type { Resource } from '../engine/resource.js';
import type { Row } from '../engine/table.js';
import { hasAssets } from './capital-assets.js';

export const SYSTEM_ASSET_TYPES = [
  'Computer Equipment',
  'Fixtures and Fittings',
  'Motor Vehicles',
  'Other Capital Asset',
];

export const capitalAssetTypes: Resource = {
  plural: 'capital_asset_types',
  singular: 'capital_asset_type',
  section: '4.12',
  scope: 'company',
  level: Level.full,
  operations: ['list', 'read', 'create', 'update', 'delete'],
  strict: true,
  deleteShows: true,
  fields: {
    name: { type: 'string', required: true },
    system_default: { type: 'boolean', readOnly: true, initially: false },
  },
  fixed: inUse,
  kept: inUse,
  follows: ({ company }, row) => {
    if (row) company.chart.suffixOf(`/v2/capital_asset_types/${row.key}`);
  },
};

/** Section 4.12: only types that a user created and that have no assets may be changed or removed. */
function inUse({ company, unguarded }: Act, row: Row): Refusal | undefined {
  if (unguarded) return undefined;
  if (row.values['system_default'] === true) return forbidden();
  const hasItems = hasAssets(company, row.key) || company.ledger.knows({ sub: `/v2/capital_asset_types/${row.key}` });
  return hasItems ? refuse(409, 'The type has items and cannot be changed.') : undefined;
}
