import type { Request } from 'express';
import type { Config } from '../ground/config.js';

type Site = Pick<Config, 'publicUrl'>;

/** Whether the browser's own headers name another site as the sender. Programs send none of these headers. */
export function isFromElsewhere({ headers }: Request, site: Site): boolean {
  const { origin, 'sec-fetch-site': from } = headers;
  if (from !== undefined) return from === 'cross-site' || from === 'same-site';
  return origin !== undefined && !isOurs(origin, headers.host, site);
}

/** The same for a link that was followed, where an old browser says only which page it was on. */
export function isLinkedFromElsewhere(request: Request, site: Site): boolean {
  const { 'sec-fetch-site': from, host, referer } = request.headers;
  if (from !== undefined || referer === undefined) return isFromElsewhere(request, site);
  return !isOurs(referer, host, site);
}

/** A proxy may have replaced the Host header; the public address is ours in any case. */
function isOurs(address: string, host: string | undefined, { publicUrl }: Site): boolean {
  return URL.canParse(address) && [host, new URL(publicUrl).host].includes(new URL(address).host);
}
