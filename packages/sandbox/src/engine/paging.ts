import type { Call } from './call.js';

const PER_PAGE_DEFAULT = 25;
export const PER_PAGE_MAX = 100;

/** What a page is taken from: a list or part of one. */
export interface Rows<T> {
  readonly length: number;
  slice(from: number, to: number): readonly T[];
}

interface Page<T> {
  readonly records: readonly T[];
  readonly headers: Readonly<Record<string, string>>;
}

function positive(text: string | null, otherwise: number): number {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : otherwise;
}

/** One page of a list with its Link and X-Total-Count; a list of one page has an empty Link. */
export function pageOf<T>(call: Call, all: Rows<T>, perPageMax = PER_PAGE_MAX): Page<T> {
  const perPage = Math.min(positive(call.query.get('per_page'), PER_PAGE_DEFAULT), perPageMax);
  const number = positive(call.query.get('page'), 1);
  const last = Math.max(1, Math.ceil(all.length / perPage));
  const records = all.slice((number - 1) * perPage, number * perPage);
  return { records, headers: { link: links(call, number, last), 'x-total-count': String(all.length) } };
}

function links(call: Call, number: number, last: number): string {
  if (last === 1) return '';
  const quote = call.world.settings.doubleQuotedLinks ? '"' : "'";
  const link = (rel: string, page: number) => {
    const query = new URLSearchParams(call.query);
    query.set('page', String(page));
    return `<${call.base}${call.path}?${query}>; rel=${quote}${rel}${quote}`;
  };
  const parts: string[] = [];
  if (number > 1) parts.push(link('prev', Math.min(number - 1, last)));
  if (number < last) parts.push(link('next', number + 1));
  parts.push(link('first', 1), link('last', last));
  return parts.join(', ');
}
