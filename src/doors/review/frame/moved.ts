/** Where pages were before a client had one address: bookmarks and sent messages have the old ones. */
export const moved: Readonly<Record<string, string>> = {
  companies: 'clients',
  'companies/:named': 'clients/:named',
  'companies/:named/policy': 'clients/:named/settings',
  'companies/:named/allocations': 'clients/:named/settings/cost-by-account',
  'companies/:named/adjustments': 'clients/:named/settings/adjustments',
  'reconciliation/:named': 'clients/:named/reconciliation',
  'reconciliation/:named/movement': 'clients/:named/reconciliation/movement',
  'reconciliation/:named/year': 'clients/:named/reconciliation/year',
  'employees/:named/:user': 'clients/:named/people/:user',
};
