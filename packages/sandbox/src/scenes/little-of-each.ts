import { addDays, dateOf } from '../engine/calendar.js';
import type { CompanyInput } from '../scenario.js';

/**
 * One or two of every kind of record, so that a client finds something wherever it looks: dated in the weeks before this
 * month, so that a request for the last 60 days finds them; `base` is where a company's numbers begin, `userId` its
 * first user.
 */
export function littleOfEach(now: Date, base: number, userId: number): NonNullable<CompanyInput['records']> {
  const id = base + 11;
  const user = `/v2/users/${userId}`;
  const contact = `/v2/contacts/${id}`;
  const project = `/v2/projects/${id}`;
  const account = `/v2/bank_accounts/${id}`;
  const category = (code: string) => `/v2/categories/${code}`;
  const monthBegins = `${dateOf(now).slice(0, 7)}-01`;
  const before = (days: number) => addDays(monthBegins, -days);
  return {
    contacts: [
      { id, organisation_name: 'Ludlow Timber Ltd', email: 'sales@ludlowtimber.example', town: 'Ludlow' },
      { id: id + 1, first_name: 'Nina', last_name: 'Holt' },
    ],
    projects: [{ id, contact, name: 'Staircase, Broad Street', budget: '40', normal_billing_rate: '45' }],
    tasks: [{ id, project, name: 'Joinery', billing_rate: '45' }],
    notes: [{ id, parent_url: contact, note: 'Delivers on Tuesdays.', author: 'Office' }],
    recurring_invoices: [
      {
        id,
        contact,
        recurring_status: 'Active',
        dated_on: before(1),
        reference: 'R-001',
        invoice_items: [{ description: 'Maintenance', price: '120', category: category('001') }],
      },
    ],
    price_list_items: [{ id, code: 'OAK', description: 'Oak, per metre', price: '38.5', category: category('001') }],
    credit_note_reconciliations: [
      {
        id,
        gross_value: '24',
        dated_on: before(2),
        invoice: `/v2/invoices/${id}`,
        credit_note: `/v2/credit_notes/${id}`,
      },
    ],
    capital_asset_types: [{ id, name: 'Workshop Machinery', system_default: false }],
    bank_accounts: [{ id, name: 'Savings account', bank_name: 'A bank' }],
    bank_transactions: [
      { id, bank_account: account, dated_on: before(27), description: 'LUDLOW TIMBER', amount: '-84.2' },
      { id: id + 1, bank_account: account, dated_on: before(26), description: 'INTEREST', amount: '3.1' },
    ],
    bank_transaction_explanations: [
      {
        id,
        bank_transaction: `/v2/bank_transactions/${id}`,
        dated_on: before(27),
        gross_value: '-84.2',
        description: 'Oak boards',
        category: category('103'),
      },
      {
        id: id + 1,
        bank_account: account,
        dated_on: before(24),
        gross_value: '-1440',
        description: 'Table saw',
        category: category('602-1'),
        asset_life_years: 4,
      },
    ],
    hire_purchases: [{ id, description: 'Van on hire purchase', bill: `/v2/bills/${id}` }],
    expenses: [
      {
        id,
        user,
        category: category('365'),
        dated_on: before(20),
        gross_value: '-18.4',
        description: 'Train to Hereford',
      },
      {
        id: id + 1,
        user,
        category: 'Mileage',
        dated_on: before(19),
        mileage: '42',
        vehicle_type: 'Car',
        engine_type: 'Diesel',
        description: 'Site visit',
      },
    ],
  };
}
