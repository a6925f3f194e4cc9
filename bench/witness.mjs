// Preloaded into a measured process: writes what it used and what it requested when it ends.
import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';

const { WITNESS_USAGE: usageFile, WITNESS_REQUESTS: requestsFile } = process.env;
const requests = [];

if (requestsFile) {
  subscribe('undici:request:create', ({ request }) => {
    const { method, path, headers, body } = request;
    requests.push({ method, path, headers: [...headers], body: body === null ? null : String(body) });
  });
}

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  const { maxRSS } = process.resourceUsage();
  const usage = { wallMs: performance.now(), cpuMs: (user + system) / 1000, peakMiB: maxRSS / 1024 };
  if (usageFile) writeFileSync(usageFile, JSON.stringify(usage));
  if (requestsFile) writeFileSync(requestsFile, JSON.stringify(requests));
});
