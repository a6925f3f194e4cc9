/** A payslip's figures, with short headings. */
export const payColumns = [
  ['gross', 'Gross'],
  ['tax', 'Tax'],
  ['employeeNi', 'Ee NI'],
  ['other', 'Other'],
  ['net', 'Net'],
  ['employerNi', 'Er NI'],
] as const;
