import { dateOf } from '../engine/calendar.js';
import { Level } from '../engine/call.js';
import { parsePence } from '../engine/pence.js';
import type { Resource } from '../engine/resource.js';
import { idIn } from '../engine/uri.js';

const RATE_PLACES = 6;

/** An invoice and a credit note are in the same debtors account, so reconciling them moves nothing in the ledger. */
export const creditNoteReconciliations: Resource = {
  plural: 'credit_note_reconciliations',
  singular: 'credit_note_reconciliation',
  singleRoot: 'credit_note_reconciliations',
  section: '4.10',
  scope: 'company',
  level: Level.invoices,
  operations: ['list', 'read', 'create', 'update', 'delete'],
  fields: {
    gross_value: { type: 'decimal', required: true },
    dated_on: { type: 'date' },
    exchange_rate: { type: 'decimal', places: RATE_PLACES, initially: '1.0' },
    currency: { type: 'string', pattern: /^[A-Z]{3}$/ },
    invoice: { type: 'uri', required: true },
    credit_note: { type: 'uri', required: true },
  },
  datedBy: 'dated_on',
  settle: (act, values) => ({
    ...values,
    dated_on: values['dated_on'] ?? dateOf(new Date(act.now)),
    currency: values['currency'] ?? act.company.record['currency'],
  }),
  check: (_act, values) => [
    ...(idIn(values['invoice'], 'invoices') === undefined ? ['invoice was not found'] : []),
    ...(idIn(values['credit_note'], 'credit_notes') === undefined ? ['credit_note was not found'] : []),
    ...(parsePence(values['gross_value'])! <= 0n ? ['gross_value must be more than zero'] : []),
    ...(Number(values['exchange_rate']) <= 0 ? ['exchange_rate must be more than zero'] : []),
  ],
};
