import { CronTime } from 'cron';

/** Schedules are British: at 05:30 in London, summer time or not. */
export const cronZone = 'Europe/London';

const hourMs = 3_600_000;
/** In hours: from a schedule of minutes, through one of weekdays, to one of every 29 February. */
const lookedBackHours = [1, 16, 4 * 24, 3 * 7 * 24, 17 * 7 * 24, 13 * 366 * 24];

/** The last times that a schedule fired before `at`, newest first; fewer if it never fires so often. */
export function firingsBefore(cron: string, at: Date, count: number): readonly Date[] {
  const time = new CronTime(cron, cronZone);
  let found: Date[] = [];
  for (const hours of lookedBackHours) {
    found = [...firings(time, new Date(at.getTime() - hours * hourMs), at)];
    if (found.length >= count) break;
  }
  return found.reverse().slice(0, count);
}

function* firings(time: CronTime, after: Date, before: Date): Generator<Date> {
  for (let next = nextOf(time, after); next !== undefined && next < before; next = nextOf(time, next)) yield next;
}

/** Undefined where it never fires, as on 31 February. */
function nextOf(time: CronTime, after: Date): Date | undefined {
  try {
    return time.getNextDateFrom(after, cronZone).toJSDate();
  } catch {
    return undefined;
  }
}
