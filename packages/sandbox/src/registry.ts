import { categoryRoutes } from './accounting/categories.js';
import { finalAccountsReports, finalAccountsRoutes } from './accounting/final-accounts.js';
import { journalSetRoutes } from './accounting/journal-sets.js';
import { trialBalanceRoutes } from './accounting/trial-balance.js';
import { capitalAssetTypes } from './assets/capital-asset-types.js';
import { capitalAssets } from './assets/capital-assets.js';
import { hirePurchases } from './assets/hire-purchases.js';
import { bankAccounts } from './banking/bank-accounts.js';
import { bankTransactionRoutes, bankTransactions } from './banking/bank-transactions.js';
import { cashflowRoute } from './banking/cashflow.js';
import { explanations } from './banking/explanations.js';
import { statementRoute } from './banking/statement.js';
import { companyRoutes } from './company/company-routes.js';
import { userRoutes, users } from './company/users.js';
import { contacts } from './contacts/contacts.js';
import { notes } from './contacts/notes.js';
import { projects } from './contacts/projects.js';
import { tasks } from './contacts/tasks.js';
import { attachmentRecordRoute, attachmentRoute } from './engine/attachment.js';
import type { Route } from './engine/router.js';
import type { Resource } from './engine/resource.js';
import { routesOf } from './engine/resource-routes.js';
import { oauthRoutes } from './oauth/oauth.js';
import { payrollRoutes } from './payroll/payroll-routes.js';
import { practiceRoutes } from './practice/practice-routes.js';
import { creditNoteReconciliations } from './sales/credit-note-reconciliations.js';
import { ecMossRoute } from './sales/ec-moss.js';
import { priceListItems } from './sales/price-list-items.js';
import { recurringInvoices } from './sales/recurring-invoices.js';
import { expenses } from './spending/expenses.js';
import { mileageSettingsRoute } from './spending/mileage-settings.js';

/** The resources whose records a scenario file may list, under their plural, in the order in which they are made. */
export const RESOURCES: readonly Resource[] = [
  users,
  contacts,
  projects,
  tasks,
  notes,
  recurringInvoices,
  priceListItems,
  creditNoteReconciliations,
  capitalAssetTypes,
  finalAccountsReports,
  bankAccounts,
  bankTransactions,
  explanations,
  capitalAssets,
  hirePurchases,
  expenses,
];

/** Every route of the service. The first match is used, so fixed paths are listed before those with a parameter. */
export const ROUTES: readonly Route[] = [
  ...oauthRoutes,
  ...companyRoutes,
  ...userRoutes,
  ...routesOf(contacts),
  ...routesOf(projects),
  ...routesOf(tasks),
  ...routesOf(notes),
  ...routesOf(creditNoteReconciliations),
  ...routesOf(recurringInvoices),
  ...routesOf(priceListItems),
  ecMossRoute,
  mileageSettingsRoute,
  ...routesOf(expenses),
  ...categoryRoutes,
  ...routesOf(capitalAssetTypes),
  ...routesOf(capitalAssets),
  ...routesOf(hirePurchases),
  ...routesOf(bankAccounts),
  statementRoute,
  ...bankTransactionRoutes,
  ...routesOf(explanations),
  cashflowRoute,
  ...finalAccountsRoutes,
  attachmentRecordRoute,
  attachmentRoute,
  ...payrollRoutes,
  ...journalSetRoutes,
  ...trialBalanceRoutes,
  ...practiceRoutes,
];
