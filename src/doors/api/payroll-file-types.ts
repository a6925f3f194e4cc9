/** Types that another site's form cannot send without asking first. */
export const payrollFileTypes = ['application/xml', 'text/xml', 'application/octet-stream'];

export const reportTypes = [
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/octet-stream',
];

/** The types of file that a route takes as its body; undefined for every other route. */
export function fileTypesOf(path: string): string[] | undefined {
  if (path === '/api/payrolls/files') return payrollFileTypes;
  return /^\/api\/payrolls\/[^/]+\/reports$/.test(path) ? reportTypes : undefined;
}
