/** What one variable of the environment may be, and what is made of it. */

export const secretKeyBytes = 32;

export function listed(value: string, lower = true): string[] {
  const parts = value.split(',').map((part) => part.trim());
  return parts.filter(Boolean).map((part) => (lower ? part.toLowerCase() : part));
}

export function isSmtpUrl(value: string): boolean {
  return /^smtps?:\/\/./.test(value) && URL.canParse(value);
}

export function isDomain(value: string): boolean {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(value);
}

export function isDatabaseUrl(value: string): boolean {
  if (value.startsWith('sqlite:')) return value.length > 'sqlite:'.length;
  return /^postgres(ql)?:\/\/./.test(value) && URL.canParse(value);
}

export function isAddress(value: string): boolean {
  const { host, port } = addressOf(value);
  return /^\S+$/.test(host) && Number.isInteger(port) && port > 0 && port <= 65_535;
}

export function addressOf(value: string): { readonly host: string; readonly port: number } {
  const colon = value.lastIndexOf(':');
  return { host: value.slice(0, Math.max(colon, 0)), port: Number(value.slice(colon + 1)) };
}

export function isSecretKey(value: string): boolean {
  const bytes = Buffer.from(value, 'base64');
  return bytes.length === secretKeyBytes && bytes.toString('base64') === value;
}

export function isWebUrl(value: string): boolean {
  return URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);
}

/** Also called for values that are no URL: a failed check does not stop the checks after it. */
export function isSafeForTokens(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || ['localhost', '[::1]'].includes(hostname) || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

export function withoutSlash(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end--;
  return url.slice(0, end);
}
