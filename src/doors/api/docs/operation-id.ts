/** `take-back`, `in_doubt` → `takeBack`, `inDoubt`. */
export const camel = (words: string): string =>
  words.replaceAll(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * The name that generators of clients give to a call: unique, camelCase, and a contract. `Syncs.start` → `startSync`,
 * `Acts.take-back` → `takeBack`.
 */
export function operationId(group: string, method: string): string {
  const own = ownNames[`${group}.${method}`];
  if (own !== undefined) return own;
  if (group === 'Acts') return camel(method);
  if (method === 'list') return `list${group}`;
  return `${method === 'one' ? 'get' : camel(method)}${group.replace(/ies$/, 'y').replace(/s$/, '')}`;
}

/** Where group and method together are no good name. */
const ownNames: Readonly<Record<string, string>> = {
  'Syncs.events': 'followSync',
  'Payrolls.list': 'listPayrollFiles',
  'Payrolls.receive': 'receivePayrollFile',
  'Payrolls.receiveReport': 'receivePayrollReport',
  'Payrolls.withdraw': 'withdrawPayrollFile',
  'Payrolls.pensions': 'getPensions',
  'Payrolls.sayPensions': 'changePensions',
  'Companies.policy': 'getPolicy',
  'Companies.change': 'changePolicy',
  'Companies.requireApproval': 'requireApproval',
  'ControlAccounts.year': 'getControlAccountsOfYear',
  'ControlAccounts.accept': 'acceptOpenItem',
  'ControlAccounts.forward': 'bringForward',
  'Allocations.show': 'getAllocations',
  'Allocations.change': 'changeAllocations',
  'Allocations.preview': 'previewAllocations',
  'Adjustments.adjust': 'enterAdjustment',
  'Log.page': 'listLog',
  'Log.csv': 'getLogAsCsv',
  'Log.xlsx': 'getLogAsWorkbook',
  'Journals.csv': 'getJournalsAsCsv',
  'Journals.xlsx': 'getJournalsAsWorkbook',
  'MonthFiles.take': 'getMonthFile',
  'MonthFiles.takeAll': 'getMonthFiles',
  'Erasure.erase': 'erase',
  'People.add': 'addPerson',
  'People.change': 'changePerson',
  'People.open': 'listSessions',
  'People.revoke': 'revokeSession',
  'Work.show': 'getWork',
  'Work.assign': 'assign',
  'Work.note': 'addNote',
};
