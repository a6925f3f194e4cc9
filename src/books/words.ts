const wordsMax = 300;

/**
 * What the service says is wrong, as one message, whatever the form of its body:
 * `{"errors":{"error":{"message"}}}` · `{"errors":[{"message"}]}` · `{"errors":"…"}` · `{"errors":{"field":["…"]}}` ·
 * `{"error","error_description"}` · plain text · an HTML page.
 */
export function wordsOf(status: number, body: string): string {
  const words = fromJson(body) ?? fromText(body);
  return cut(words || `no reason given (HTTP ${status})`);
}

function fromJson(body: string): string | undefined {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return undefined;
  }
  return messages(json).join('; ');
}

function messages(json: unknown, field = ''): string[] {
  if (typeof json === 'string') return [field ? `${field} ${json}` : json];
  if (Array.isArray(json)) return json.flatMap((one) => messages(one, field));
  if (typeof json !== 'object' || json === null) return [];
  const { error_description, error, errors, message } = json as Record<string, unknown>;
  if (typeof error_description === 'string') return [error_description];
  const known = [errors, error, message].find((value) => value !== undefined);
  if (known !== undefined) return messages(known, field);
  return Object.entries(json).flatMap(([name, value]) => messages(value, name));
}

/** Of an HTML page, what a person would read first: its title, else its text. */
function fromText(body: string): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(body)?.[1];
  return (title ?? body.replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ')).trim();
}

function cut(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
  return line.length > wordsMax ? `${line.slice(0, wordsMax)}…` : line;
}
