/** A Full Payment Submission, an Employer Payment Summary, a payslip report. */
export const payrollFileKinds = ['fps', 'eps', 'report'] as const;
export type PayrollFileKind = (typeof payrollFileKinds)[number];
