import { Pool } from 'undici';
import type { RecordedRequest } from './stage.js';

export interface BareUsage {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** Sends the same requests with nothing but undici: a company's in turn, several companies at once. */
export async function replay(
  baseUrl: string,
  token: string,
  requests: readonly RecordedRequest[],
  companiesAtOnce: number,
): Promise<BareUsage> {
  const companies = [...byCompany(requests).values()];
  const pool = new Pool(baseUrl, { pipelining: 1 });
  const [from, cpuFrom] = [performance.now(), process.cpuUsage()];
  const work = async () => {
    for (let next = companies.shift(); next; next = companies.shift()) {
      for (const request of next) await send(pool, token, request);
    }
  };
  await Promise.all(Array.from({ length: companiesAtOnce }, work));
  const wallMs = performance.now() - from;
  const { user, system } = process.cpuUsage(cpuFrom);
  await pool.close();
  return { wallMs, cpuMs: (user + system) / 1000 };
}

async function send(pool: Pool, token: string, { method, path, headers, body }: RecordedRequest): Promise<void> {
  const { body: answer, statusCode } = await pool.request({
    method: method as 'GET',
    path,
    headers: withToken(headers, token),
    body,
  });
  await answer.text();
  if (statusCode >= 400) throw new Error(`${method} ${path}: ${statusCode}`);
}

/** The sandbox of the replay has its own tokens. */
function withToken(headers: readonly string[], token: string): string[] {
  return headers.map((value, index) =>
    index % 2 === 1 && headers[index - 1]?.toLowerCase() === 'authorization' ? `Bearer ${token}` : value,
  );
}

function byCompany(requests: readonly RecordedRequest[]): ReadonlyMap<string, RecordedRequest[]> {
  const found = new Map<string, RecordedRequest[]>();
  for (const request of requests) {
    const subdomain = request.headers[request.headers.indexOf('x-subdomain') + 1] ?? '';
    const own = found.get(subdomain) ?? [];
    own.push(request);
    found.set(subdomain, own);
  }
  return found;
}
