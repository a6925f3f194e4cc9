// A client that keeps what it is about to send, never sends twice by itself, and looks before it sends: what it sent
// and has no answer to is sent again only after it was looked for longer than a service may take. It refreshes its token,
// and of two that run at once one waits.
import { existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const {
  SANDBOX_BASE_URL: base,
  SANDBOX_HOME: home,
  SANDBOX_CLIENT_ID: id,
  SANDBOX_CLIENT_SECRET: secret,
} = process.env;
/** How long a set that was sent may still show, by the service's clock: a late commit of the kit takes 300 seconds. */
const SHOWS_WITHIN_MS = 350_000;
const NOT_DONE = 75;
const kept = join(home, 'kept.json');
const lock = join(home, 'lock');
const state = existsSync(kept)
  ? JSON.parse(readFileSync(kept, 'utf8'))
  : { access: process.env.SANDBOX_ACCESS_TOKEN, refresh: process.env.SANDBOX_REFRESH_TOKEN, sent: {} };

if (isTaken()) process.exit(NOT_DONE);
try {
  for (const datedOn of ['2025-08-29', '2025-09-30']) if (!(await bring(datedOn))) process.exitCode = NOT_DONE;
} catch (error) {
  console.error(error.message);
  process.exitCode = NOT_DONE;
} finally {
  rmSync(lock);
}

/** The lock of a process that was killed is taken over. */
function isTaken() {
  try {
    writeFileSync(openSync(lock, 'wx'), String(process.pid));
    return false;
  } catch {
    try {
      process.kill(Number(readFileSync(lock, 'utf8')), 0);
      return true;
    } catch {
      writeFileSync(lock, String(process.pid));
      return false;
    }
  }
}

async function bring(datedOn) {
  const tag = `rent:${datedOn}`;
  const { found, now } = await look(tag);
  if (found) return true;
  if (state.sent[tag] !== undefined && now - state.sent[tag] < SHOWS_WITHIN_MS) return false;
  state.sent[tag] = now;
  keep();
  const answer = await send('POST', '/v2/journal_sets', { journal_set: journalOf(datedOn, tag) });
  if (answer.status === 401) delete state.sent[tag];
  keep();
  return answer.status === 201 && (await look(tag)).found;
}

async function look(tag) {
  const answer = await send('GET', `/v2/journal_sets?tag=${encodeURIComponent(tag)}`);
  if (answer.status !== 200) throw new Error(`The list answers ${answer.status}.`);
  const { journal_sets: sets } = await answer.json();
  if (sets.length > 1) throw new Error(`${tag} is in the books ${sets.length} times.`);
  return { found: sets.length === 1, now: Date.parse(answer.headers.get('date')) };
}

async function send(method, path, body) {
  const answer = await fetch(`${base}${path}`, {
    method,
    headers: { authorization: `Bearer ${state.access}`, 'content-type': 'application/json', 'user-agent': 'careful' },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(3_000),
  });
  if (answer.status === 401) await refresh();
  return answer;
}

async function refresh() {
  const form = { grant_type: 'refresh_token', refresh_token: state.refresh, client_id: id, client_secret: secret };
  const answer = await fetch(`${base}/v2/token_endpoint`, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token: access, refresh_token: next } = await answer.json();
  Object.assign(state, { access, refresh: next });
  keep();
}

function keep() {
  writeFileSync(kept, JSON.stringify(state));
}

function journalOf(datedOn, tag) {
  return {
    dated_on: datedOn,
    description: `Rent ${datedOn}`,
    tag,
    journal_entries: [
      { category: `${base}/v2/categories/300`, debit_value: '900.00' },
      { category: `${base}/v2/categories/796`, debit_value: '-900.00' },
    ],
  };
}
