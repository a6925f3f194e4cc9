import { describe, expect, it } from '@jest/globals';
import type { RunCase } from '../../../src/journal/decide/decide.js';
import { decideTogether, redateTo } from '../../../src/journal/decide/decide-together.js';
import { fingerprint, type Line } from '../../../src/journal/nouns/identity.js';
import { Money } from '../../../src/journal/nouns/money.js';
import { content, held, heldOf, other, postable, recorded, reversal, run, same, set } from '../run-cases.js';

describe('a period and its neighbours', () => {
  const october = run({ recorded: [recorded(1)], mapped: { is: 'gone' } });
  const moved = run({ tag: 'counterfoil:2026-06:2025-10-30', mapped: postable('2000.00', '2025-10-30') });
  const november = run({ tag: 'counterfoil:2026-07:2025-11-28', periodIndex: october.periodIndex + 1 });
  const january = run({ tag: 'counterfoil:2026-09:2026-01-30', periodIndex: october.periodIndex + 3 });
  const judged = (runs: readonly RunCase[]) => [...decideTogether(runs).values()].map((decision) => decision.do);

  it('posts nothing new beside a run that is to change', () => {
    expect(judged([october, moved, november, january])).toStrictEqual(['changed', 'changed', 'changed', 'post']);
  });
  it('reaches across the tax year', () => {
    const march = run({ ...october, periodIndex: 2026 * 12 + 11 });
    const april = run({ tag: 'counterfoil:2027-00:2026-04-30', periodIndex: 2027 * 12 });
    expect(judged([march, april])).toStrictEqual(['changed', 'changed']);
  });
  it('posts beside a run in doubt whose write matches payroll', () => {
    const waiting = run({ openWrite: { fingerprint: same } });
    expect(judged([waiting, november])).toStrictEqual(['wait', 'post']);
  });
  it('waits beside an amendment in doubt, even one that matches payroll: the set may still be as it was', () => {
    const waiting = run({ recorded: [recorded(1, content('1500.00'))], openWrite: { fingerprint: same } });
    expect(judged([waiting, november])).toStrictEqual(['wait', 'changed']);
    expect(judged([{ ...waiting, recorded: [recorded(1)] }, november])).toStrictEqual(['wait', 'post']);
  });
  it('waits beside a run in doubt that payroll has left', () => {
    const waiting = run({ openWrite: { fingerprint: other } });
    expect(judged([waiting, november])).toStrictEqual(['wait', 'changed']);
  });
  it('finds the new date of a moved pay run', () => {
    expect(redateTo([october, moved, january], october)?.tag).toBe(moved.tag);
  });
  it('finds it even beside another new run', () => {
    const november2 = { ...november, mapped: postable('99.00', '2025-11-28') };
    expect(redateTo([october, moved, november2], october)?.tag).toBe(moved.tag);
  });
  it('does not choose between two that match', () => {
    const twin = run({ tag: 'counterfoil:2026-06:2025-10-29', mapped: postable('2000.00', '2025-10-29') });
    expect(redateTo([october, moved, twin], october)).toBeUndefined();
  });
  it('keeps back what a person would approve, and what is paid a month earlier', () => {
    const changed = run({ ...november, recorded: [recorded(1)], mapped: postable('2100.00') });
    expect(judged([october, { ...moved, mode: 'approve' }])).toStrictEqual(['changed', 'changed']);
    expect(judged([run(), changed])).toStrictEqual(['changed', 'changed']);
    expect(decideTogether([run(), changed]).get(run().tag)).toStrictEqual({
      do: 'changed',
      why: 'neighbour',
      waitsFor: [changed.tag],
    });
  });
  it('posts beside a set that was altered, if payroll is still as it was posted', () => {
    const altered = run({ recorded: [recorded(1)], drift: 'edited' });
    expect(judged([altered, november])).toStrictEqual(['drift', 'post']);
    expect(judged([{ ...altered, mapped: postable('2100.00') }, november])).toStrictEqual(['drift', 'changed']);
    expect(judged([{ ...altered, drift: 'doubled', mapped: postable('1.00') }, november])).toStrictEqual([
      'drift',
      'changed',
    ]);
  });
  it('finds the new date with other pay, if it is the only new one of the period', () => {
    const raised = { ...moved, mapped: postable('2100.00', '2025-10-30') };
    const another = run({ tag: 'counterfoil:2026-06:2025-10-29', mapped: postable('2200.00', '2025-10-29') });
    expect(redateTo([october, raised], october)?.tag).toBe(raised.tag);
    expect(redateTo([october, raised, november], october)?.tag).toBe(november.tag);
    expect(redateTo([october, raised, another], october)).toBeUndefined();
    expect(redateTo([october, { ...november, mapped: postable('2100.00', '2025-11-28') }], october)).toBeUndefined();
    expect(redateTo([october], october)).toBeUndefined();
  });
  it('finds no new date with other pay while a second set has lost its run', () => {
    const raised = { ...moved, mapped: postable('2100.00', '2025-10-30') };
    const tag = 'counterfoil:2026-06:2025-10-28';
    const second = run({ tag, recorded: [recorded(2, { ...content('1500.00'), tag })], mapped: { is: 'gone' } });
    expect(redateTo([october, second, raised], october)).toBeUndefined();
    expect(redateTo([october, second, moved], october)?.tag).toBe(moved.tag);
    // A set that was reversed has nowhere to go.
    const undone = { ...second, recorded: [...second.recorded, recorded(3, reversal(3))] };
    expect(redateTo([october, undone, raised], october)?.tag).toBe(raised.tag);
    expect(redateTo([october, { ...second, periodIndex: october.periodIndex + 2 }, raised], october)?.tag).toBe(
      raised.tag,
    );
  });
  it.each([
    ['has a set already', { recorded: [recorded(2)] }],
    ['is before the cut-over', { beforeCutover: true }],
    ['is held', { mapped: held }],
    ['is two months away', { periodIndex: october.periodIndex + 2 }],
  ])('finds no new date in a run that %s', (_, over) => {
    expect(redateTo([october, { ...moved, ...over }], october)).toBeUndefined();
  });
  it('finds a new date for nothing that payroll still has', () => {
    expect(redateTo([run({ recorded: [recorded(1)], mapped: held }), moved], run({ mapped: held }))).toBeUndefined();
  });
  it('moves nothing when nothing was posted', () => {
    expect(redateTo([run({ mapped: { is: 'gone' } }), moved], run({ mapped: { is: 'gone' } }))).toBeUndefined();
  });
});

describe('a set takes no one in while another still holds them', () => {
  const staff = (person: number): Line[] => [
    { category: '401', debit: Money.parse('2000.00') },
    { category: '902', user: `/v2/users/${person}`, debit: Money.parse('-2000.00') },
  ];
  const paying = (datedOn: string, people: readonly number[]) => {
    const lines = people.flatMap(staff);
    return { fingerprint: fingerprint(datedOn, lines), datedOn, lines };
  };
  const runOn = (datedOn: string, was: readonly number[], now: readonly number[], over: Partial<RunCase> = {}) =>
    run({
      tag: `counterfoil:2026-06:${datedOn}`,
      recorded: [
        recorded(Number(datedOn.slice(-2)), { ...paying(datedOn, was), tag: `counterfoil:2026-06:${datedOn}` }),
      ],
      mapped: now.length > 0 ? { is: 'post', ...paying(datedOn, now) } : { is: 'gone' },
      amendments: 'amend',
      ...over,
    });
  const recordedBy = ({ tag, mapped }: RunCase) =>
    mapped.is === 'post' ? { recorded: [recorded(77, { ...mapped, tag })] } : {};
  const done = (...runs: RunCase[]) => [...decideTogether(runs).values()].map((one) => one.do);

  it('waits for a run that vanished beside it', () => {
    const vanished = runOn('2025-10-30', [1], []);
    expect(done(vanished, runOn('2025-10-31', [2], [1, 2]))).toStrictEqual(['reverse', 'changed']);
  });

  it('waits for a run that pays no one any more', () => {
    const nil = runOn('2025-10-30', [1], [], { mapped: { is: 'nothing' } });
    expect(done(nil, runOn('2025-10-31', [2], [1, 2]))).toStrictEqual(['reverse', 'changed']);
  });

  it('names the runs that it waits for, and no other beside it', () => {
    const vanished = runOn('2025-10-30', [1], []);
    const settled = runOn('2025-10-29', [3], [3]);
    const fresh = runOn('2025-10-31', [2], [1, 2], { recorded: [] });
    const takesIn = runOn('2025-10-31', [2], [1, 2]);
    const waits = { do: 'changed', why: 'neighbour', waitsFor: [vanished.tag] };
    for (const one of [fresh, takesIn])
      expect(decideTogether([vanished, settled, one]).get(one.tag)).toStrictEqual(waits);
  });

  it('waits for no run that has no set, or whose ignored set pays others', () => {
    const takesIn = runOn('2025-10-31', [2], [1, 2]);
    expect(done(runOn('2025-10-30', [], [], { recorded: [] }), takesIn)).toStrictEqual(['nothing', 'amend']);
    expect(done(runOn('2025-10-30', [9], [], { decided: { ignored: true } }), takesIn)).toStrictEqual([
      'ignored',
      'amend',
    ]);
    expect(done(runOn('2025-10-30', [1], [], { decided: { ignored: true } }), takesIn)).toStrictEqual([
      'ignored',
      'changed',
    ]);
  });

  it('waits for a run that vanished even if its people are in neither: its set may name no one', () => {
    const takesIn = runOn('2025-10-31', [2], [1, 2]);
    expect(done(runOn('2025-10-30', [9], []), takesIn)).toStrictEqual(['reverse', 'changed']);
    const nil = runOn('2025-10-30', [9], [], { mapped: { is: 'nothing' } });
    expect(done(nil, takesIn)).toStrictEqual(['reverse', 'changed']);
    const fresh = runOn('2025-10-31', [], [1], { recorded: [] });
    expect(done(nil, fresh)).toStrictEqual(['reverse', 'changed']);
  });

  it('waits for any of two sets of an ignored run', () => {
    const ignored = runOn('2025-10-30', [1], [], { decided: { ignored: true } });
    const twice = { ...ignored, recorded: [...ignored.recorded, recorded(9, paying('2025-10-30', [9]))] };
    expect(done(twice, runOn('2025-10-31', [2], [1, 2]))).toStrictEqual(['ignored', 'changed']);
  });

  it('does not wait for people who are in its own set already', () => {
    const redated = runOn('2025-10-31', [1, 2], [], { mapped: { is: 'post', ...paying('2025-11-01', [1, 2]) } });
    expect(done(runOn('2025-10-30', [1, 3], [3]), redated)).toStrictEqual(['amend', 'amend']);
  });

  it('waits, where our own set of before the cut-over still pays whom payroll has moved behind it', () => {
    const before = runOn('2025-10-30', [1], [], { mapped: { is: 'gone' }, beforeCutover: true });
    const fresh = (people: readonly number[]) => runOn('2025-10-31', [], people, { recorded: [], decided: {} });
    expect(done(before, fresh([1]))).toStrictEqual(['before_cutover', 'changed']);
    expect(done(before, fresh([2]))).toStrictEqual(['before_cutover', 'post']);
    expect(done({ ...before, recorded: [] }, fresh([1]))[1]).toBe('post');
  });

  it('moves to no other pay date next to a set whose payroll is no longer filed', () => {
    const gone = runOn('2025-10-30', [1], [], { mapped: { is: 'gone' }, decided: { amend: 'gone' } });
    const there = runOn('2025-10-31', [], [1], { recorded: [], decided: {} });
    const unfiled = runOn('2025-10-24', [1], [], { mapped: { is: 'not_filed' }, decided: {} });
    expect(done(gone, there, unfiled)[0]).toBe('changed');
    expect(done(gone, there, { ...unfiled, recorded: [] })[0]).toBe('amend');
  });

  it('moves to no pay date whose run someone ignored since', () => {
    const gone = runOn('2025-10-30', [1], [], { mapped: { is: 'gone' }, decided: { amend: 'gone' } });
    const there = runOn('2025-10-31', [], [1], { recorded: [], decided: {} });
    expect(done(gone, there)[0]).toBe('amend');
    expect(done(gone, { ...there, decided: { ignored: true } })).toStrictEqual(['changed', 'ignored']);
  });

  it('waits for a second pay of someone who is in its own set already', () => {
    const takesIn = runOn('2025-10-31', [1], [1, 1]);
    const ignored = { decided: { ignored: true } };
    expect(done(runOn('2025-10-30', [1], [], ignored), takesIn)).toStrictEqual(['ignored', 'changed']);
    expect(done(runOn('2025-10-30', [1], [1], ignored), takesIn)).toStrictEqual(['ignored', 'amend']);
    expect(done(runOn('2025-10-30', [1, 1], [1], ignored), takesIn)).toStrictEqual(['ignored', 'changed']);
    expect(done(runOn('2025-10-30', [1, 1], [1]), takesIn)).toStrictEqual(['amend', 'changed']);
    // Another amount alone is no sign of it: pay is corrected every month.
    const lines = [
      { category: '401', debit: Money.parse('4000.00') },
      { category: '902', user: '/v2/users/1', debit: Money.parse('-4000.00') },
    ];
    const grown = { mapped: { is: 'post', datedOn: '2025-10-31', lines, fingerprint: other } } as const;
    expect(done(runOn('2025-10-30', [1], [], ignored), runOn('2025-10-31', [1], [1], grown))).toStrictEqual([
      'ignored',
      'amend',
    ]);
    // It came as a second payslip, and the first was cut by as much.
    const halves = [1, 2].flatMap(() => [
      { category: '401', debit: Money.parse('1000.00') },
      { category: '902', user: '/v2/users/1', debit: Money.parse('-1000.00') },
    ]);
    const cut = { mapped: { is: 'post', datedOn: '2025-10-31', lines: halves, fingerprint: other } } as const;
    expect(done(runOn('2025-10-30', [1], [], ignored), runOn('2025-10-31', [1], [1], cut))).toStrictEqual([
      'ignored',
      'changed',
    ]);
    // The same where nothing is posted yet.
    const free = { recorded: [], lastFreeLines: staff(1) };
    const fresh = runOn('2025-10-31', [], [1, 1], free);
    expect(done(runOn('2025-10-30', [1], [], ignored), fresh)).toStrictEqual(['ignored', 'changed']);
    const both = { ...fresh, lastFreeLines: [...staff(1), ...staff(1)] };
    expect(done(runOn('2025-10-30', [1], [], ignored), both)).toStrictEqual(['ignored', 'post']);
    // A payslip that is held still pays them.
    const held = { ...ignored, mapped: { is: 'hold', people: ['/v2/users/1'] } } as const;
    expect(done(runOn('2025-10-30', [1], [], held), takesIn)).toStrictEqual(['ignored', 'amend']);
    expect(done(runOn('2025-10-30', [1, 1], [], held), takesIn)).toStrictEqual(['ignored', 'changed']);
  });

  it('gives the reason, and the run that it waits for', () => {
    const vanished = runOn('2025-10-30', [1], []);
    const takesIn = runOn('2025-10-31', [2], [1, 2]);
    expect(decideTogether([vanished, takesIn]).get(takesIn.tag)).toStrictEqual({
      do: 'changed',
      why: 'neighbour',
      waitsFor: [vanished.tag],
    });
  });

  it('waits for a run that they left, which goes first', () => {
    expect(done(runOn('2025-10-30', [1, 3], [3]), runOn('2025-10-31', [2], [1, 2]))).toStrictEqual([
      'amend',
      'changed',
    ]);
  });

  it('waits beside a run in doubt that payroll has left: its set may still come', () => {
    const takesIn = runOn('2025-10-31', [2], [1, 2]);
    const inDoubt = (now: readonly number[]) =>
      runOn('2025-10-30', [], now, { recorded: [], openWrite: paying('2025-10-30', [1]) });
    expect(done(inDoubt([]), takesIn)).toStrictEqual(['wait', 'changed']);
    expect(done(inDoubt([3]), takesIn)).toStrictEqual(['wait', 'changed']);
    expect(done(inDoubt([1]), takesIn)).toStrictEqual(['wait', 'amend']);
  });

  it('waits beside a post that was refused and may yet show, unless payroll still has it as it was sent', () => {
    const refused = (now: readonly number[], over: Partial<RunCase> = {}) => {
      const mayYetShow = [paying('2025-10-30', [1]).fingerprint];
      return runOn('2025-10-30', [], now, { recorded: [], mayYetShow, ...over });
    };
    const fresh = runOn('2025-10-31', [], [1, 2], { recorded: [] });
    expect(done(refused([]), fresh)).toStrictEqual(['nothing', 'changed']);
    expect(done(refused([3]), fresh)).toStrictEqual(['post', 'changed']);
    expect(done(refused([], { mapped: { is: 'not_filed' } }), fresh)).toStrictEqual(['not_ready', 'changed']);
    expect(done(refused([]), runOn('2025-10-31', [2], [1, 2]))).toStrictEqual(['nothing', 'changed']);
    // Also for people whom it does not pay: they are not named where layouts merge them or their net pay is nil.
    expect(done(refused([]), runOn('2025-10-31', [], [2], { recorded: [] }))).toStrictEqual(['nothing', 'changed']);
    expect(done(refused([1], { mapped: heldOf(1) }), fresh)).toStrictEqual(['held', 'changed']);
    // Anyone who is in it is still there, so no one is paid twice.
    expect(done(refused([1]), fresh)).toStrictEqual(['post', 'post']);
    const far = runOn('2025-10-31', [], [1], { recorded: [], periodIndex: refused([]).periodIndex + 2 });
    expect(done(refused([]), far)).toStrictEqual(['nothing', 'post']);
  });

  it('moves to no pay date whose people another set still holds', () => {
    const left = runOn('2025-10-08', [1], [2]);
    const vanished = runOn('2025-10-11', [2], []);
    const fresh = runOn('2025-10-07', [1], [1], { recorded: [] });
    const asked = { ...vanished, decided: { amend: 'gone' } };
    expect(done(left, asked, fresh)).toStrictEqual(['changed', 'changed', 'changed']);
    // Once the other set has let them go, it may.
    expect(done(runOn('2025-10-08', [3], [3]), asked, fresh)).toStrictEqual(['posted', 'amend', 'changed']);
  });

  it('moves to no pay date whose own set is in doubt: it may still come', () => {
    const vanished = runOn('2025-10-30', [1], [], { decided: { amend: 'gone' } });
    const fresh = runOn('2025-10-31', [], [1], { recorded: [] });
    expect(done(vanished, fresh)).toStrictEqual(['amend', 'changed']);
    expect(done(vanished, { ...fresh, mayYetShow: [paying('2025-10-31', [1]).fingerprint] })).toStrictEqual([
      'changed',
      'changed',
    ]);
    expect(done(vanished, { ...fresh, openWrite: paying('2025-10-31', [1]) })).toStrictEqual(['changed', 'wait']);
    expect(done(vanished, { ...fresh, openWrite: paying('2025-10-31', [2]) })).toStrictEqual(['changed', 'wait']);
  });

  it('knows who left a held run, but not who left a run that is no longer filed', () => {
    const takesIn = runOn('2025-10-31', [2], [1, 2]);
    const came = runOn('2025-10-31', [], [1], { recorded: [] });
    const left = runOn('2025-10-30', [1, 3], [], { mapped: heldOf(3) });
    const kept = runOn('2025-10-30', [1, 3], [], { mapped: heldOf(1, 3) });
    const unfiled = runOn('2025-10-30', [1, 3], [], { mapped: { is: 'not_filed' } });
    expect(done(left, takesIn)).toStrictEqual(['changed', 'changed']);
    expect(done(kept, takesIn)).toStrictEqual(['changed', 'amend']);
    expect(done(unfiled, takesIn)).toStrictEqual(['changed', 'changed']);
    const ignored = { decided: { ignored: true } };
    expect(done({ ...left, ...ignored }, came)).toStrictEqual(['ignored', 'changed']);
    expect(done({ ...kept, ...ignored }, came)).toStrictEqual(['ignored', 'post']);
    expect(done({ ...unfiled, ...ignored }, came)).toStrictEqual(['ignored', 'changed']);
  });

  it('takes in no one whom an ignored set next to it still pays, unless a person decides so', () => {
    const ignored = { decided: { ignored: true } };
    const gone = runOn('2025-10-30', [1, 3], [], ignored);
    const partly = runOn('2025-10-30', [1, 3], [3], ignored);
    const came = runOn('2025-10-31', [], [1], { recorded: [] });
    expect(done(gone, came)).toStrictEqual(['ignored', 'changed']);
    expect(done(partly, came)).toStrictEqual(['ignored', 'changed']);
    expect(done(partly, { ...came, mode: 'approve' })).toStrictEqual(['ignored', 'changed']);
    expect(done(partly, runOn('2025-10-31', [2], [1, 2]))).toStrictEqual(['ignored', 'changed']);
    expect(decideTogether([partly, came]).get(came.tag)).toMatchObject({ why: 'neighbour', ignored: [partly.tag] });
    const asked = paying('2025-10-31', [1]).fingerprint;
    expect(done(partly, { ...came, decided: { post: asked, despite: [partly.tag] } })).toStrictEqual([
      'ignored',
      'post',
    ]);
    // Not for someone who was not shown this ignored run: after a reversal, or when another one was shown.
    expect(done(partly, { ...came, decided: { post: asked } })).toStrictEqual(['ignored', 'changed']);
    expect(done(partly, { ...came, decided: { post: asked, despite: ['another'] } })).toStrictEqual([
      'ignored',
      'changed',
    ]);
    // Nor for someone who was shown it beside other figures.
    const earlier = { mode: 'approve', decided: { post: other, despite: [partly.tag] } } as const;
    expect(done(partly, { ...came, ...earlier })).toStrictEqual(['ignored', 'changed']);
    // Once reversed, it pays no one.
    const reversed = { ...gone, recorded: [...gone.recorded, { ...reversal(9), origin: 'posted' as const }] };
    expect(done(reversed, came)).toStrictEqual(['ignored', 'post']);
    // Nor is a reversed run posted again for a person who was not shown the ignored one.
    const undone = { ...came, recorded: [...(reversed.recorded ?? [])] };
    expect(done(partly, undone)).toStrictEqual(['ignored', 'changed']);
    expect(decideTogether([partly, undone]).get(undone.tag)).toStrictEqual({
      do: 'changed',
      why: 'neighbour',
      ignored: [partly.tag],
    });
    expect(done(runOn('2025-10-30', [9], [9], ignored), undone)).toStrictEqual(['ignored', 'held']);
  });

  it('is not kept back for people who are paid every month', () => {
    const ignored = { decided: { ignored: true } };
    const next = { tag: 'counterfoil:2026-07:2025-11-30', periodIndex: 2026 * 12 + 7, recorded: [] };
    const november = runOn('2025-11-30', [], [1], next);
    expect(done(runOn('2025-10-31', [1], [1], ignored), november)).toStrictEqual(['ignored', 'post']);
    // October left payroll when November was already there and free to be posted.
    const known = { ...november, lastFreeLines: paying('2025-11-30', [1]).lines };
    expect(done(runOn('2025-10-31', [1], [], ignored), known)).toStrictEqual(['ignored', 'post']);
    // Had November first been seen after October was ignored, its people might have come from October.
    const ignoredAt = new Date('2025-11-03T09:00:00Z');
    const then = (firstSeenAt: string) =>
      done(runOn('2025-10-31', [1], [], { decided: { ignored: true, ignoredAt } }), {
        ...known,
        firstSeenAt: new Date(firstSeenAt),
      });
    expect(then('2025-11-03T08:59:00Z')).toStrictEqual(['ignored', 'post']);
    expect(then('2025-11-03T09:00:00Z')).toStrictEqual(['ignored', 'changed']);
    // Without either hour no one knows, so those who were there before count as before.
    const gone = runOn('2025-10-31', [1], [], ignored);
    expect(done(gone, { ...known, firstSeenAt: ignoredAt })).toStrictEqual(['ignored', 'post']);
    expect(done({ ...gone, decided: { ignored: true, ignoredAt } }, known)).toStrictEqual(['ignored', 'post']);
    // Someone who joined it since then may have come from there.
    const joined = runOn('2025-11-30', [], [1, 2], { ...next, lastFreeLines: paying('2025-11-30', [2]).lines });
    expect(done(gone, joined)).toStrictEqual(['ignored', 'changed']);
    // December is not a neighbour of October.
    const december = runOn('2025-12-31', [], [1], {
      ...next,
      tag: 'counterfoil:2026-08:2025-12-31',
      periodIndex: 2026 * 12 + 8,
    });
    expect(done(runOn('2025-10-31', [1], [], ignored), december)).toStrictEqual(['ignored', 'post']);
  });

  it('is not kept back for people who went from an ignored run to the ignored run that took its place', () => {
    const ignored = { decided: { ignored: true } };
    const september = { tag: 'counterfoil:2026-05:2025-09-30', periodIndex: 2026 * 12 + 5, recorded: [] };
    const next = { tag: 'counterfoil:2026-07:2025-11-06', periodIndex: 2026 * 12 + 7, recorded: [] };
    const gone = runOn('2025-10-31', [1], [], ignored);
    const moved = runOn('2025-10-30', [], [1], { ...ignored, recorded: [] });
    // September was not filed until now.
    const filed = runOn('2025-09-30', [], [1], september);
    expect(done(gone, moved, filed)).toStrictEqual(['ignored', 'ignored', 'post']);
    expect(done(gone, { ...moved, decided: {} }, filed)).toStrictEqual(['ignored', 'changed', 'changed']);
    expect(done(gone, { ...moved, ...recordedBy(moved) }, filed)).toStrictEqual(['ignored', 'ignored', 'changed']);
    // While it is held, no one knows whether it pays what the other paid.
    expect(done(gone, { ...moved, mapped: heldOf(1) }, filed)).toStrictEqual(['ignored', 'ignored', 'changed']);
    // A run that is still there was not moved, no matter who left it.
    const partly = runOn('2025-10-31', [1, 3], [3], ignored);
    expect(done(partly, moved, filed)).toStrictEqual(['ignored', 'ignored', 'changed']);
    // Two months away is no move.
    const far = { ...next, tag: 'counterfoil:2026-08:2025-12-05', periodIndex: 2026 * 12 + 8 };
    expect(done(gone, runOn('2025-12-05', [], [1], { ...far, ...ignored }), filed)).toStrictEqual([
      'ignored',
      'ignored',
      'changed',
    ]);
    // A move into the next period counts only with the same pay.
    const beside = (people: readonly number[]) => runOn('2025-11-06', [], people, { ...next, ...ignored });
    expect(done(gone, beside([1]), filed)).toStrictEqual(['ignored', 'ignored', 'post']);
    expect(done(gone, beside([1, 2]), filed)).toStrictEqual(['ignored', 'ignored', 'changed']);
    // It has two sets, and the pay of one of them is there now.
    const twice = { ...gone, recorded: [...gone.recorded, recorded(9, paying('2025-10-31', [9]))] };
    expect(done(twice, beside([1]), filed)).toStrictEqual(['ignored', 'ignored', 'post']);
  });

  it('waits for every new run when no set names a person', () => {
    const noOne = { lines: [{ category: '401', debit: Money.parse('2000.00') }] };
    const merged = { merged: true, decided: { ignored: true } };
    const gone = runOn('2025-10-30', [], [], { ...merged, recorded: [recorded(30, noOne)] });
    const came = runOn('2025-10-31', [], [], { recorded: [], merged: true, mapped: postable() });
    expect(done(gone, came)).toStrictEqual(['ignored', 'changed']);
    expect(done(gone, { ...came, lastFreeLines: noOne.lines })).toStrictEqual(['ignored', 'post']);
    expect(done(gone, { ...came, merged: false })).toStrictEqual(['ignored', 'post']);
    // The ignored run is still as its set was posted, so no one left it.
    const kept = { ...gone, recorded: [recorded(30)], mapped: postable() };
    expect(done(kept, came)).toStrictEqual(['ignored', 'post']);
  });

  it('does not wait when the people stay the same', () => {
    const redated = runOn('2025-10-31', [2], [2], { mapped: { is: 'post', ...paying('2025-11-01', [2]) } });
    expect(done(runOn('2025-10-30', [1, 3], [3]), redated)).toStrictEqual(['amend', 'amend']);
  });

  it('is not posted beside a set that was altered and whose run vanished', () => {
    const altered = runOn('2025-10-30', [1], [], { drift: 'edited' });
    const fresh = runOn('2025-10-31', [1], [1], { recorded: [] });
    expect(done(altered, fresh)).toStrictEqual(['drift', 'changed']);
    expect(done({ ...altered, drift: 'missing' }, fresh)).toStrictEqual(['drift', 'post']);
  });

  it('is not posted beside a journal whose reversal someone took out of the books', () => {
    const fresh = runOn('2025-10-31', [1], [1], { recorded: [] });
    const gone = runOn('2025-10-30', [1], []);
    const undone = [...gone.recorded, recorded(2, reversal(2))];
    const seen = gone.recorded.map(({ url, ...its }) => set(0, { ...its, url }));
    expect(done({ ...gone, recorded: undone, inBooks: seen }, fresh)).toStrictEqual(['drift', 'changed']);
    // No one knows which of the two it is.
    expect(done({ ...gone, recorded: undone, drift: 'missing' }, fresh)).toStrictEqual(['drift', 'changed']);
    expect(done({ ...gone, recorded: undone, inBooks: [] }, fresh)).toStrictEqual(['drift', 'post']);
    // Payroll still has what the journal pays, so no one left it, whichever of the two is missing.
    const stays = runOn('2025-10-30', [1], [1], { recorded: undone });
    expect(done({ ...stays, drift: 'missing' }, fresh)).toStrictEqual(['drift', 'post']);
    // A person keeps the journal that payroll has no more: the reversal is let go, and the journal stands.
    expect(done({ ...gone, recorded: undone, inBooks: seen, decided: { post: 'gone' } }, fresh)).toStrictEqual([
      'give_up',
      'changed',
    ]);
  });

  it('is not posted beside a run that is in the books twice and has vanished', () => {
    const fresh = runOn('2025-10-31', [1], [1], { recorded: [] });
    const gone = runOn('2025-10-30', [1], []);
    const twice = [...gone.recorded, recorded(2, { ...paying('2025-10-30', [1]), generation: 2 })];
    const seen = twice.map(({ url, ...its }) => set(0, { ...its, url }));
    expect(done({ ...gone, recorded: twice, inBooks: seen }, fresh)).toStrictEqual(['drift', 'changed']);
  });
});
