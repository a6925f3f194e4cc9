import { randomUUID } from 'node:crypto';
import { LessThan, Not } from 'typeorm';
import { Person } from '../access/person.entity.js';
import type { Database } from '../ground/database.js';
import { dayInLondon, timeInLondon } from '../ground/london.js';
import { Mail } from '../record/messages/mail.entity.js';
import { digestAt, digestFor, needsAPerson } from '../views/month/digest.js';

/** In London, after the night's collection, when people begin to work. */
const dailyFrom = '07:00';
/** On this day the month is closed in the morning, so digests go out an hour later. */
const monthCloseDay = '-06';
const monthCloseFrom = '08:00';
/** Rows may go after three months: the log keeps that they were sent. */
const keptDays = 92;

/** Queues each digest once: daily ones when something needs someone, monthly ones on the day of the month close. */
export async function putDigests(database: Database, syncCron: string): Promise<void> {
  const now = database.clock.now();
  const today = dayInLondon(now);
  const from = today.endsWith(monthCloseDay) ? monthCloseFrom : dailyFrom;
  if (timeInLondon(now) < from) return;
  const longAgo = new Date(now.getTime() - keptDays * 86_400_000);
  await database.work((rows) => rows.delete(Mail, { createdAt: LessThan(longAgo) }));
  const people = await database.read((rows) => rows.findBy(Person, { active: true, digest: Not('never') }));
  const at = digestAt(now, syncCron);
  for (const person of people) {
    if (person.email === null) continue;
    const once = `digest:${person.id}:${person.digest === 'daily' ? today : today.slice(0, 7)}`;
    await database.work(async (rows) => {
      if (await rows.existsBy(Mail, { once })) return;
      if (person.digest === 'month_close' && !today.endsWith(monthCloseDay)) return;
      if (person.digest === 'daily' && !needsAPerson(await digestFor(rows, person, at))) return;
      const waiting = { attempts: 0, nextAt: now, sentAt: null, gaveUpAt: null, createdAt: now };
      await rows.insertIfAbsent(Mail, { id: randomUUID(), personId: person.id, kind: 'digest', once, ...waiting });
    });
  }
}
