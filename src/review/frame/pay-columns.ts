/** What a payslip comes to, where there is room for few words. */
export const payColumns = [
  ['gross', 'Gross'],
  ['tax', 'Tax'],
  ['employeeNi', 'Ee NI'],
  ['other', 'Other'],
  ['net', 'Net'],
  ['employerNi', 'Er NI'],
] as const;
