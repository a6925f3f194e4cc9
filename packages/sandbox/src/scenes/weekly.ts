import type { CompanyInput } from '../scenario.js';

/** A company that pays by the week, with a payroll program of its own: the service has no payroll of it. */
export const weeklyCompany = (): CompanyInput => ({
  name: 'Ferry Lane Bakery Ltd',
  subdomain: 'ferrylane',
  users: [
    { first_name: 'Nell', last_name: 'Ferris', role: 'Director', permission_level: 8 },
    { first_name: 'Amir', last_name: 'Qureshi', permission_level: 1 },
    { first_name: 'Bea', last_name: 'Lund', permission_level: 1 },
  ],
  payroll: {},
});
