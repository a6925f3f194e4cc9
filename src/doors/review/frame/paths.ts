import type { TaxMonth } from '../../../views/board/board-lists.js';

/** The addresses of the pages, in one place. */

interface RunAddress {
  readonly companyId: string;
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
}

export function runPath({ companyId, year, period, datedOn }: RunAddress): string {
  return `/runs/${encodeURIComponent(companyId)}/${year}/${period}/${datedOn}`;
}

export function employeePath({
  companyId,
  user,
  year,
}: {
  readonly companyId: string;
  readonly user: string;
  readonly year: number;
}): string {
  return `/employees/${encodeURIComponent(companyId)}/${encodeURIComponent(user)}?year=${year}`;
}

export function companyPath(companyId: string): string {
  return `/companies/${encodeURIComponent(companyId)}`;
}

export function personPath(id: string): string {
  return `/people/${encodeURIComponent(id)}`;
}

/** Addresses count tax months from 1 to 12, as people do. */
export function boardPath({ year, period }: TaxMonth, more: Readonly<Record<string, string | undefined>> = {}): string {
  return withQuery('/', { year: String(year), month: String(period + 1), ...more });
}

export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
