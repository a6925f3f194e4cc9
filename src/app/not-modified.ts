import type { Express, Request } from 'express';

/**
 * Express asks `fresh` whether the client has what it is about to send. Its own compare says no whenever the request
 * says `Cache-Control: no-cache`, and `fetch` adds that to every If-None-Match: no browser ever got its 304.
 */
export function compareTagsHere({ request }: Pick<Express, 'request'>): void {
  Object.defineProperty(request, 'fresh', {
    configurable: true,
    get(this: Request) {
      const { method, headers, res } = this;
      const reads = method === 'GET' || method === 'HEAD';
      return reads && res?.statusCode === 200 && isKept(headers['if-none-match'], res.get('ETag'));
    },
  });
}

/**
 * Weak tags are of the bytes, so another principal's tag fits only where the answer is the same to both. A strong one
 * is the version of a policy, for If-Match: people and costs that the answer has too may have changed since.
 */
function isKept(asked: string | undefined, tag: string | undefined): boolean {
  if (asked === undefined || tag === undefined) return false;
  if (asked.trim() === '*') return true;
  if (!tag.startsWith('W/')) return false;
  const kept = (asked.match(/"[^"]*"/g) ?? []).map(String);
  return kept.includes(tag.slice('W/'.length));
}
