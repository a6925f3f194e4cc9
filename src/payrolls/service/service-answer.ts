/** What a document may lack. */
interface Given {
  readonly year?: number;
  /** The answer to `GET /v2/users`, or the list in it. */
  readonly users?: unknown;
}

/** A document of ours, or the service's own answer to `GET /v2/payroll/:year/:period`, wrapped or not. */
export function documentWith(json: unknown, given: Given): unknown {
  if (!isObject(json)) return json;
  const document: Readonly<Record<string, unknown>> = 'payslips' in json ? { period: json } : json;
  const year = document.year ?? given.year ?? yearOf(document.period);
  return {
    ...document,
    ...(year === undefined ? {} : { year }),
    users: document.users ?? given.users,
  };
}

/** A period's own address contains the tax year: …/v2/payroll/2026/6 */
function yearOf(period: unknown): number | undefined {
  const url = isObject(period) && typeof period.url === 'string' ? period.url : '';
  const year = /\/payroll\/(\d{4})\/\d{1,2}$/.exec(url)?.[1];
  return year === undefined ? undefined : Number(year);
}

function isObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
