import type { Books } from '../../books/books.js';
import type { Company } from '../../companies/company.js';
import type { Database } from '../../ground/database.js';
import { FilesPayroll } from '../../payrolls/files/files-payroll.js';
import { ServicePayroll } from '../../payrolls/service/service-payroll.js';
import type { PayrollSource } from '../../payrolls/source.js';
import { filesOfYear } from '../../record/runs/files-of-year.js';

/** Where this company's payslips come from. */
export function payrollOf(db: Database, { id: companyId, policy }: Company, ledger: Books): PayrollSource {
  const service = new ServicePayroll(ledger.reader);
  if (policy.payroll.from === 'service') return service;
  return new FilesPayroll({
    policy,
    inBooks: () => service.people(),
    filesOf: (year) => db.read((rows) => filesOfYear(rows, companyId, year)),
  });
}
