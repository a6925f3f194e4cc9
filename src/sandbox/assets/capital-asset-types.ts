import { Level } from '../engine/call.js';
import type { Resource } from '../engine/resource.js';

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
  operations: ['list', 'read'],
  fields: {
    name: { type: 'string', required: true },
    system_default: { type: 'boolean', readOnly: true, initially: false },
  },
};
