import { randomUUID } from 'node:crypto';
import { logAccess } from '../../access/access-log.js';
import { isWithin, scopeOf } from '../../access/failed-attempts.js';
import { Person } from '../../access/person.entity.js';
import { Mail } from '../../record/messages/mail.entity.js';
import type { ActTools } from '../act-tools.js';

const mailsPerPersonMax = 3;
const asksPerAddressMax = 10;

/** Returns nothing: no one may learn whether the address belongs to anyone, or was asked for too often. */
export async function askForLink({ database }: Pick<ActTools, 'database'>, email: string, from: string): Promise<void> {
  const now = database.clock.now();
  await database.work(async (rows) => {
    if (!(await isWithin(rows, { scope: `mail from ${scopeOf(from)}`, most: asksPerAddressMax, now }))) return;
    const person = await rows.findOneBy(Person, { email: email.trim().toLowerCase() });
    if (!person?.active) return;
    if (!(await isWithin(rows, { scope: `mail to ${person.id}`, most: mailsPerPersonMax, now }))) return;
    const id = randomUUID();
    const waiting = { attempts: 0, nextAt: now, sentAt: null, gaveUpAt: null, createdAt: now };
    await rows.insert(Mail, { id, personId: person.id, kind: 'sign_in_link', once: id, ...waiting });
    const entry = { actor: person.name, trigger: 'page', act: 'link', outcome: 'asked', ref: id } as const;
    await logAccess(database, rows, entry);
  });
}
