import type { Company } from '../company/company.js';

/** The tax_reporting_name values a category may be created with, by company type and category group. */
const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const LIMITED_SALES = words(`
  commissions_payable material_costs purchases subcontractor_costs
`);

const SOLE_TRADER_SALES = words(`
  cost_of_goods subcontractor_costs
`);

const PARTNERSHIP_SALES = words(`
  cost_of_sales subcontractor_costs other_costs purchases
`);

const UNIVERSAL_SALES = words(`
  cost_of_labor materials_and_supplies other_costs purchases
`);

const LIMITED_ADMIN = words(`
  accountancy_fees advertising_and_promotional_costs amortisation_of_intangible_assets bad_debts_written_off
  bank_charges business_entertaining canteen charitable_donations computer_software_costs consumable_items
  credit_card_charges depreciation_of_tangible_fixed_assets directors_pensions directors_remuneration
  employers_ni_directors employers_ni_staff finance_charges foreign_exchange_transaction_charges
  gain_from_disposal_of_tangible_fixed_assets gain_on_foreign_currency_transactions general_consultancy_fees
  general_maintenance hire_and_leasing_of_computer_equipment hire_and_leasing_of_motor_vehicles
  hire_and_leasing_of_other_assets it_and_computer_consumables insurance insurance_on_premises interest_payable
  irrecoverable_vat late_payment_of_tax leases_and_hire_purchase_contracts legal_fees management_fees
  other_legal_and_professional_fees political_donations postage_costs premises_cleaning
  premises_repairs_and_maintenance premises_repairs_and_renewals printing_costs
  publication_and_other_information_subscriptions rates_on_premises rent_of_premises
  research_and_development_costs staff_benefits_in_kind staff_entertaining staff_pensions staff_training
  staff_welfare stationery subscriptions_to_professional_and_trade_bodies sundry_expenses
  telecommunication_costs travel_and_subsistence use_of_residence vehicle_running_costs wages_and_salaries
`);

const SOLE_TRADER_ADMIN = words(`
  accountancy_and_legal_fees advertising_and_entertainment_costs bank_and_loan_interest
  car_van_and_travel_expenses debts_written_off depreciation_and_loss_profit_on_sale other_business_expenses
  other_finance_charges phone_and_other_office_costs rent_and_other_property_costs repair_and_renewal_costs
  wages_salaries_and_staff_costs
`);

const PARTNERSHIP_ADMIN = words(`
  advertising_etc bad_debts depreciation_and_loss employee_costs general_administrative_expenses interest
  legal_and_professional_costs motor_expenses other_direct_costs other_expenses other_finance_charges
  premises_costs repairs travel_and_subsistence
`);

const UNIVERSAL_ADMIN = words(`
  advertising bad_debts_written_off car_and_truck_expenses commissions_and_fees contract_labor depletion
  depreciation employee_benefit_programs expenses_for_business_use_of_home insurance mortgage_interest
  other_interest legal_and_professional_services meals_and_entertainment office_expense other_expenses
  pension_and_profit_sharing_plans other_business_property_rent vehicle_machinery_and_equipment_rent
  repairs_and_maintenance supplies taxes_and_licenses travel utilities wages
`);

const CURRENT_ASSETS = words('debtors money_in_transit prepayments_and_accrued_income');
const CIS_SALES = 'construction_industry_scheme_subcontractor_costs';

const BY_TYPE: Readonly<Record<string, { sales: readonly string[]; admin: readonly string[] }>> = {
  UkLimitedCompany: { sales: LIMITED_SALES, admin: LIMITED_ADMIN },
  UkSoleTrader: { sales: SOLE_TRADER_SALES, admin: SOLE_TRADER_ADMIN },
  UkPartnership: { sales: PARTNERSHIP_SALES, admin: PARTNERSHIP_ADMIN },
  UkLimitedLiabilityPartnership: { sales: PARTNERSHIP_SALES, admin: PARTNERSHIP_ADMIN },
};

export function taxNamesFor(company: Company, categoryGroup: string): readonly string[] {
  if (categoryGroup === 'current_assets') return CURRENT_ASSETS;
  const names = BY_TYPE[String(company.record['type'])] ?? { sales: UNIVERSAL_SALES, admin: UNIVERSAL_ADMIN };
  if (categoryGroup === 'admin_expenses') return names.admin;
  const cis =
    company.record['cis_enabled'] === true && (names.sales === LIMITED_SALES || names.sales === SOLE_TRADER_SALES);
  return cis ? [...names.sales, CIS_SALES] : names.sales;
}
