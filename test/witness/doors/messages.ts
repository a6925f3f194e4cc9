import { z } from 'zod';
import { addPerson } from '../../../src/acts/people/add-person.js';
import { SignInLinks } from '../../../src/access/sign-in-links.js';
import { webhookMessage } from '../../../src/doors/api/docs/webhooks.js';
import { Deliveries } from '../../../src/runner/deliveries.js';
import { putDigests } from '../../../src/runner/digests.js';
import { Mails } from '../../../src/runner/mails.js';
import type { Said } from '../said.js';
import { type ApiRun, keyOfRun } from './api.js';
import { type Doors, still } from './open.js';

/** What is sent: the messages of the webhook, and the digest by e-mail. */

export const webhook = {
  webhookUrl: 'https://hook.example/counterfoil',
  webhookSecret: 'known to both',
  publicUrl: 'http://127.0.0.1:3999',
};

const fields = webhookMessage.shape;
const strictly = z.strictObject({ ...fields, payload: z.strictObject(fields.payload.shape) });
type Message = z.infer<typeof strictly>;

/** Each of them says only what it may, leads to the pay run that it is about, and every run that waits was told of. */
export async function wrongInWebhook(doors: Doors, runs: readonly ApiRun[]): Promise<readonly string[]> {
  const bodies = await delivered(doors);
  const read = bodies.map((body) => strictly.safeParse(JSON.parse(body)));
  const messages = read.flatMap(({ data }) => data ?? []);
  const wrong = read.flatMap(({ error }) => (error ? [`is not as described: ${z.prettifyError(error)}`] : []));
  for (const { kind, payload } of messages) {
    if (/£|\b\d+\.\d\d\b/.test(JSON.stringify(payload))) wrong.push(`says an amount: ${JSON.stringify(payload)}`);
    const at = runs.filter((run) => isAt(run, payload));
    const { pathname } = new URL(payload.link);
    if (at.length > 0 && !at.some((run) => pathname.endsWith(`/${keyOfRun(run)}`)))
      wrong.push(`of ${kind} leads to ${pathname}, which is not ${at.map(({ tag }) => tag).join(' or ')}`);
    else if (at.length > 0) await doors.page(pathname);
  }
  const untold = runs.filter(
    (run) =>
      waits.includes(run.state) && !messages.some(({ payload }) => payload.state === run.state && isAt(run, payload)),
  );
  return [...wrong, ...untold.map(({ tag, state }) => `never told that ${tag} is ${state}`)].map(
    (words) => `the webhook ${words}`,
  );
}

const waits: readonly string[] = ['held', 'changed', 'drift', 'refused'];

const isAt = (run: ApiRun, { year, period, datedOn }: Message['payload']): boolean =>
  run.year === year && run.period === period && run.datedOn === datedOn;

async function delivered({ database }: Doors): Promise<readonly string[]> {
  const bodies: string[] = [];
  const send: typeof fetch = async (_, init) => {
    bodies.push(String(init?.body));
    return new Response('', { status: 200 });
  };
  const deliveries = new Deliveries(database, database.clock, webhook, () => undefined, send);
  while ((await deliveries.deliverDue()) > 0);
  return bodies;
}

const who = { actor: 'witness', trigger: 'command' as const, companies: null };
const reader = { name: 'Wanda Wren', role: 'viewer' as const, pay: false, companies: null };

/** Of someone who has it sent every morning. */
export async function readDigest(doors: Doors): Promise<readonly Said[]> {
  const database = doors.databaseAt(still(morningOf(doors.database.clock.now())));
  await addPerson({ database }, { ...reader, email: 'wanda@example.com', digest: 'daily' }, who);
  const letters: string[] = [];
  const links = new SignInLinks(database, webhook);
  const send = async ({ text }: { readonly text: string }) => {
    letters.push(text);
  };
  await putDigests(database, dailySync);
  await new Mails(database, links, send, () => undefined, dailySync).sendDue();
  // Nothing is sent where nothing needs anyone.
  const [text = ''] = letters;
  const count = (words: RegExp) => Number(words.exec(text)?.[1] ?? 0);
  const [door, ready] = ['digest, e-mail', count(/(\d+) ready to post/)];
  return [
    { is: 'count.waiting', of: '', says: count(/(\d+) to decide/), door },
    ...(ready === 0 ? [] : [{ is: 'count.state', of: 'ready', says: ready, door }]),
  ];
}

const dailySync = '30 5 * * *';
const morningOf = (now: Date) => new Date(`${now.toISOString().slice(0, 10)}T09:00:00Z`);
