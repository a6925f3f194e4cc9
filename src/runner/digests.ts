import { randomUUID } from 'node:crypto';
import { LessThan, Not } from 'typeorm';
import { Person } from '../access/person.entity.js';
import type { Database } from '../ground/database.js';
import { inLondon } from '../ground/london.js';
import { Mail } from '../record/mail.entity.js';
import { digestFor, needsSomebody } from '../views/digest.js';

/** After the night's collection, when people begin to work. */
const fromHour = 7;
/** On this day the month is closed in the morning, so digests go out an hour later. */
const monthCloseDay = 6;
/** Rows may go after three months: the log keeps that they were sent. */
const keptDays = 92;

/** Queues each digest once: daily ones when something needs somebody, monthly ones on the day of the month close. */
export async function putDigests(database: Database): Promise<void> {
  const now = database.clock.now();
  const london = inLondon(now);
  const today = london.slice(0, 10);
  if (Number(london.slice(11, 13)) < fromHour + (Number(today.slice(8)) === monthCloseDay ? 1 : 0)) return;
  const longAgo = new Date(now.getTime() - keptDays * 86_400_000);
  await database.work((rows) => rows.delete(Mail, { createdAt: LessThan(longAgo) }));
  const people = await database.read((rows) => rows.findBy(Person, { active: true, digest: Not('never') }));
  for (const person of people) {
    if (person.email === null) continue;
    const once = `digest:${person.id}:${person.digest === 'daily' ? today : today.slice(0, 7)}`;
    await database.work(async (rows) => {
      if (await rows.existsBy(Mail, { once })) return;
      if (person.digest === 'month_close' && Number(today.slice(8)) !== monthCloseDay) return;
      if (person.digest === 'daily' && !needsSomebody(await digestFor(rows, person, today))) return;
      const waiting = { attempts: 0, nextAt: now, sentAt: null, gaveUpAt: null, createdAt: now };
      await rows.insertIfAbsent(Mail, { id: randomUUID(), personId: person.id, kind: 'digest', once, ...waiting });
    });
  }
}
