/** `take-back`, `in_doubt` → `takeBack`, `inDoubt`. */
export const camel = (words: string): string =>
  words.replaceAll(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * The name that generators of clients give to a call: unique, camelCase, and a contract. `Events.one` → `getEvent`.
 * Declared rows have names of their own.
 */
export function operationId(group: string, method: string): string {
  const own = ownNames[`${group}.${method}`];
  if (own !== undefined) return own;
  if (method === 'list') return `list${group}`;
  return `${method === 'one' ? 'get' : camel(method)}${group.replace(/ies$/, 'y').replace(/s$/, '')}`;
}

/** Where group and method together are no good name. */
const ownNames: Readonly<Record<string, string>> = {
  'Log.page': 'listLog',
  'Log.csv': 'getLogAsCsv',
  'Log.xlsx': 'getLogAsWorkbook',
  'Journals.csv': 'getJournalsAsCsv',
  'Journals.xlsx': 'getJournalsAsWorkbook',
  'MonthFiles.take': 'getMonthFile',
  'MonthFiles.takeAll': 'getMonthFiles',
};
