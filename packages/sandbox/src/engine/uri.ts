/** Record URIs are resolved by their path: the host may be any, or missing. */
export function pathOf(uri: string): string {
  let path = uri.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').split(/[?#]/, 1)[0] ?? '';
  while (path.endsWith('/')) path = path.slice(0, -1);
  return path;
}

/** A bare number, or a sub account's, where a URI is expected: public clients send this, so it is accepted. */
const BARE = /^\d+(-\d+)?$/;
export const isBareId = (value: unknown): boolean =>
  (typeof value === 'string' || typeof value === 'number') && BARE.test(String(value));

/** The last part of a record URI with this plural, or a bare id; undefined for any other text. */
export function idIn(uri: unknown, plural: string): string | undefined {
  if (isBareId(uri)) return String(uri);
  if (typeof uri !== 'string') return undefined;
  const path = pathOf(uri);
  const prefix = `/v2/${plural}/`;
  const id = path.startsWith(prefix) ? path.slice(prefix.length) : '';
  return id !== '' && !id.includes('/') ? id : undefined;
}
