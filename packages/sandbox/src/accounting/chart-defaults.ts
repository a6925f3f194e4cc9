export type Group =
  | 'income_categories'
  | 'cost_of_sales_categories'
  | 'admin_expenses_categories'
  | 'general_categories';

export interface Category {
  readonly code: string;
  readonly description: string;
  readonly group: Group;
  readonly groupDescription?: string;
  readonly taxReportingName?: string;
  readonly allowableForTax?: boolean;
  readonly autoSalesTaxRate?: string;
}

const income = (code: string, description: string): Category => ({
  code,
  description,
  group: 'income_categories',
  groupDescription: 'Income',
  autoSalesTaxRate: 'Standard rate',
});

const spending = (
  code: string,
  description: string,
  taxReportingName: string,
  autoSalesTaxRate = 'Standard rate',
): Category => ({
  code,
  description,
  group: code < '200' ? 'cost_of_sales_categories' : 'admin_expenses_categories',
  groupDescription: code < '200' ? 'Cost of Sales' : 'Admin Expenses',
  taxReportingName,
  allowableForTax: true,
  autoSalesTaxRate,
});

const general = (code: string, description: string): Category => ({ code, description, group: 'general_categories' });

/** The chart every company begins with, including what public clients use in their tests (285, 268, 283, 359, 150). */
export const DEFAULT_CHART: readonly Category[] = [
  income('001', 'Sales'),
  income('002', 'Other Income'),
  spending('101', 'Cost of Sales', 'purchases'),
  spending('102', 'Commission Paid', 'commissions_payable'),
  spending('103', 'Materials', 'material_costs'),
  spending('104', 'Subcontractor Costs', 'subcontractor_costs'),
  spending('150', 'Subcontractors', 'subcontractor_costs'),
  spending('250', 'Rent', 'rent_of_premises', 'Zero rate'),
  spending('251', 'Business Rates', 'rates_on_premises', 'Zero rate'),
  spending('252', 'Light and Heat', 'premises_repairs_and_maintenance'),
  spending('260', 'Telephone and Internet', 'telecommunication_costs'),
  spending('261', 'Software', 'computer_software_costs'),
  spending('262', 'Stationery', 'stationery'),
  spending('263', 'Postage', 'postage_costs', 'Zero rate'),
  spending('268', 'Web Hosting', 'computer_software_costs'),
  spending('269', 'Computer Software', 'computer_software_costs'),
  spending('270', 'Travel', 'travel_and_subsistence', 'Zero rate'),
  spending('271', 'Motor Expenses', 'vehicle_running_costs'),
  spending('273', 'Internet & Telephone', 'telecommunication_costs'),
  spending('274', 'Mobile Phone', 'telecommunication_costs'),
  spending('280', 'Insurance', 'insurance', 'Zero rate'),
  spending('281', 'Accountancy Fees', 'accountancy_fees'),
  spending('282', 'Legal and Professional Fees', 'legal_fees'),
  spending('283', 'Vehicle Running Costs', 'vehicle_running_costs'),
  spending('285', 'Accommodation and Meals', 'travel_and_subsistence'),
  spending('288', 'Advertising and Promotion', 'advertising_and_promotional_costs'),
  spending('289', 'Staff Entertaining', 'staff_entertaining'),
  spending('290', 'Staff Training', 'staff_training'),
  spending('291', 'Staff Welfare', 'staff_welfare'),
  spending('293', 'Consultancy Fees', 'general_consultancy_fees'),
  spending('300', 'Bank Charges', 'bank_charges', 'Zero rate'),
  spending('301', 'Depreciation', 'depreciation_of_tangible_fixed_assets', 'Zero rate'),
  spending('310', 'Sundry Expenses', 'sundry_expenses'),
  spending('359', 'Books and Journals', 'stationery', 'Zero rate'),
  spending('361', 'Subscriptions', 'subscriptions_to_professional_and_trade_bodies', 'Zero rate'),
  spending('363', 'Finance Charges', 'finance_charges', 'Zero rate'),
  spending('365', 'Public Transport', 'travel_and_subsistence', 'Zero rate'),
  general('401', 'Salaries'),
  general('402', 'Employer NICs'),
  general('403', 'Staff Pensions'),
  general('404', 'Net Salary Expense'),
  general('405', 'PAYE/NI Expense'),
  general('407', "Directors' Salaries"),
  general('408', "Directors' Employer NICs"),
  general('409', "Directors' Staff Pensions"),
  general('601', 'Capital Asset Brought Forward'),
  general('602', 'Capital Asset Purchase'),
  general('603', 'Capital Asset Disposal'),
  general('604', 'Capital Asset Depreciation Brought Forward'),
  general('605', 'Capital Asset Depreciation Charge'),
  general('606', 'Capital Asset Depreciation on Disposal'),
  general('607', 'Capital Asset Write-off'),
  general('609', 'Stock'),
  general('681', 'Trade Debtors'),
  general('682', 'Prepayments'),
  general('750', 'Bank Account'),
  general('792', 'Hire Purchase due within one year'),
  general('793', 'Hire Purchase due after one year'),
  general('796', 'Trade Creditors'),
  general('798', 'Accruals'),
  general('813', 'Pension Creditor'),
  general('814', 'PAYE/NI'),
  general('815', 'Other Payroll Deductions'),
  general('817', 'VAT'),
  general('820', 'Corporation Tax'),
  general('900', 'Capital Account'),
  general('901', 'Capital Introduced'),
  general('902', 'Salary and Bonuses'),
  general('904', 'Drawings'),
  general('905', 'Expense Account'),
  general('907', "Director's Loan Account"),
  general('908', 'Dividend'),
  general('910', 'Tax Paid'),
  general('968', 'Profit and Loss'),
  general('970', 'Share Capital'),
  general('999', 'Suspense Account'),
];
