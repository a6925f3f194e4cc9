import { In, IsNull } from 'typeorm';
import type { ReadRows, Rows } from '../../ground/rows.js';
import { Money } from '../../journal/nouns/money.js';
import { taxMonthOf, taxMonthRange, taxYearOf, within } from '../../journal/nouns/dates.js';
import { ControlNoteRow, ControlReading, KeptBalances } from '../../record/controls.entity.js';
import { type Answer, countOpen } from '../../record/control-answer.js';
import { asKept, type DaysRead } from '../read/balances.js';

/** What was read of one company. */
export interface Kept {
  readonly companyId: string;
  readonly asOn: string;
  readonly readAt: Date;
  readonly logSeq: number;
}

/** The latest reading of a company. */
export async function lastReading(rows: ReadRows, companyId: string): Promise<ControlReading | null> {
  const [last] = await rows.find(ControlReading, { where: { companyId }, order: { asOn: 'DESC' }, take: 1 });
  return last ?? null;
}

/** Only the last reading of a tax month is kept. A reading of an earlier day fills a month without one. */
export async function keepReading(rows: Rows, kept: Kept, answer: Answer): Promise<boolean> {
  const { companyId, asOn } = kept;
  const last = await lastReading(rows, companyId);
  const month = taxMonthRange(taxYearOf(asOn), taxMonthOf(asOn));
  const days = (await rows.select(ControlReading, ['asOn'], { where: { companyId } }))
    .map((row) => row.asOn)
    .filter((day) => within(day, month));
  if (days.some((day) => day > asOn)) return false;
  if (days.length > 0) await rows.delete(ControlReading, { companyId, asOn: In(days) });
  await rows.insert(ControlReading, { ...kept, ...answer, exceptions: countOpen(answer), problem: null });
  return last === null || last.asOn <= asOn;
}

/** The last successful reading stays, with the reason why it could not be repeated. */
export async function keepProblem(rows: Rows, kept: Kept, problem: string): Promise<void> {
  const { companyId } = kept;
  const last = await lastReading(rows, companyId);
  if (last !== null) await rows.update(ControlReading, { companyId, asOn: last.asOn }, { problem });
  else
    await rows.insert(ControlReading, {
      ...kept,
      state: 'cannot_tell',
      exceptions: 0,
      causes: [],
      accounts: [],
      problem,
    });
}

/** A day that is not over has no end yet: someone may look at a day to come. */
export async function keepBalances(
  rows: Rows,
  { companyId, readAt }: Kept,
  read: DaysRead,
  todayIs: string,
): Promise<void> {
  for (const day of [...read.changed].filter((one) => one < todayIs)) {
    const lines = asKept(read.balances.get(day) ?? new Map());
    await rows.upsert(KeptBalances, { companyId, day, readAt, lines }, ['companyId', 'day']);
  }
}

/** What a person named holds for its item and amount: no day in between ends it. */
export async function endNotes(rows: Rows, { companyId }: Kept, { accounts }: Answer, endedAt: Date): Promise<void> {
  for (const note of await rows.findBy(ControlNoteRow, { companyId, kind: 'accepted', endedAt: IsNull() })) {
    if (note.namedAs === 'left_on_account') continue;
    const stands = accounts.some(({ account, open }) =>
      open.some(
        ({ id, amount }) => account === note.account && id === note.item && Money.parse(amount).equals(note.amount),
      ),
    );
    const endedWhy = 'What was named has changed, or is cleared.';
    if (!stands) await rows.update(ControlNoteRow, { id: note.id }, { endedAt, endedWhy });
  }
}
