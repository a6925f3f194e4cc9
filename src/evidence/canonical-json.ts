/** A value as RFC 8785 writes it: one text for one value, whatever writes it. Numbers are whole: money is text here. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null) return canonicalObject(value);
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error('JSON has no such number');
  if (typeof value === 'string' && /\p{Surrogate}/u.test(value)) throw new Error('half a character cannot be written');
  return JSON.stringify(value);
}

function canonicalObject(value: object): string {
  // RFC 8785 asks for the order of UTF-16 code units, which is what `sort` does without a comparison of its own.
  const names = Object.keys(value).sort();
  const members = names.flatMap((name) => {
    const member = (value as Record<string, unknown>)[name];
    return member === undefined ? [] : [`${canonicalJson(name)}:${canonicalJson(member)}`];
  });
  return `{${members.join(',')}}`;
}
