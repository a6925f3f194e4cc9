const host = 'https://api.example.com';

/** A month of two employees and a director: enough to see every account that a small company posts to. */
export const example = {
  year: 2026,
  users: [
    { url: `${host}/v2/users/1`, role: 'Director', first_name: 'Rosa', last_name: 'Barlow' },
    { url: `${host}/v2/users/2`, role: 'Employee', first_name: 'Owen', last_name: 'Pugh' },
    { url: `${host}/v2/users/3`, role: 'Employee', first_name: 'Amara', last_name: 'Okafor' },
  ],
  period: {
    url: `${host}/v2/payroll/2026/6`,
    period: 6,
    frequency: 'Monthly',
    dated_on: '2025-10-31',
    status: 'filed',
    employment_allowance_claimed: false,
    employment_allowance_amount: '0.0',
    construction_industry_scheme_deduction: '0.0',
    payslips: [
      {
        ...{ user: `${host}/v2/users/1`, dated_on: '2025-10-31', tax_code: '1257L', ni_calc_type: 'Director' },
        ...{ basic_pay: '1047.5', tax_deducted: '0.0', employee_ni: '0.0', employer_ni: '94.63' },
      },
      {
        ...{ user: `${host}/v2/users/2`, dated_on: '2025-10-31', tax_code: '1257L', ni_calc_type: 'Employee' },
        ...{ basic_pay: '2400.0', overtime: '150.0', tax_deducted: '300.4', employee_ni: '120.16' },
        ...{ employer_ni: '319.95', employee_pension: '95.2', employer_pension: '71.4' },
      },
      {
        ...{ user: `${host}/v2/users/3`, dated_on: '2025-10-31', tax_code: '1257L', ni_calc_type: 'Employee' },
        ...{ basic_pay: '2000.0', tax_deducted: '190.4', employee_ni: '76.16', employer_ni: '237.45' },
        ...{ student_loan_deduction: '12.0' },
      },
    ],
  },
} as const;
