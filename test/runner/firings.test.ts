import { Firings } from '../../src/runner/firings.js';
import { describeOnDatabases } from '../harness/databases.js';
import { MovableClock } from '../sync/rig.js';

describeOnDatabases('a schedule', (open) => {
  test('fires once a minute for each company, however many replicas there are', async () => {
    const clock = new MovableClock('2025-11-10T05:30:00.400Z');
    const db = await open(clock);
    const replicas = [1, 2, 3].map(() => new Firings(db, clock));
    const take = async (company: string, what = 'collect') => {
      const taken = await Promise.all(replicas.map((one) => one.take(what, { id: company }, one.minute())));
      return taken.filter(Boolean).length;
    };
    expect(await take('ash')).toBe(1);
    expect(await take('birch')).toBe(1);
    expect(await take('ash', 'close the month')).toBe(1);
    clock.advance(30_000);
    expect(await take('ash')).toBe(0);
    clock.advance(30_000);
    expect(await take('ash')).toBe(1);
  });

  test('a replica with a slow clock does not fire again what the others have fired', async () => {
    const db = await open();
    const [ahead, behind] = ['05:30:10', '05:29:40'].map(
      (at) => new Firings(db, new MovableClock(`2025-11-10T${at}Z`)),
    );
    expect(await ahead!.take('collect', { id: 'ash' }, ahead!.minute())).toBe(true);
    expect(await behind!.take('collect', { id: 'ash' }, behind!.minute())).toBe(false);
  });

  test('fires again once a clock that was a year ahead is put right', async () => {
    const db = await open();
    const [ahead, right] = ['2026-11-10', '2025-11-11'].map(
      (day) => new Firings(db, new MovableClock(`${day}T05:30:00Z`)),
    );
    expect(await ahead!.take('collect', { id: 'ash' }, ahead!.minute())).toBe(true);
    expect(await right!.take('collect', { id: 'ash' }, right!.minute())).toBe(true);
    expect(await right!.take('collect', { id: 'ash' }, right!.minute())).toBe(false);
  });
});
