import { test } from '@jest/globals';
import { companyYear, read, balancesOf } from './company-years.js';
import { daysNeeded, judgeCompany } from '../../src/controls/judge/company.js';
test('x', () => {
  for (const one of (process.env.DBG ?? '').split(';')) {
    const [payroll, seed, fault, on, key] = one.trim().split(' ') as [never, string, never, string, string];
    const year = companyYear(Number(seed), payroll, fault);
    console.log(
      '=====',
      one,
      year.features.join(),
      'bad',
      year.bad?.id,
      'mended',
      year.mendedOn,
      JSON.stringify(year.known),
    );
    const near = (d: string) => Math.abs(Date.parse(d) - Date.parse(on)) < 40 * 86400000;
    for (const i of year.items.filter((i) => i.key.startsWith(key) && near(i.due)))
      console.log(
        i.key,
        i.id,
        i.due,
        JSON.stringify(i.arisen.map((a) => `${a.on} ${a.amount}`)),
        'PAID',
        JSON.stringify(i.paid.map((a) => `${a.on} ${a.amount}`)),
      );
    const facts = year.facts(on);
    const b0 = balancesOf(year, on, [...daysNeeded(facts), on]);
    const j0 = judgeCompany(facts, b0);
    const b = balancesOf(year, on, [...daysNeeded(facts), ...daysNeeded(facts, j0.plain), on]);
    for (const j of [j0, judgeCompany(facts, b, j0.plain)]) {
      console.log(
        '--',
        j.causes
          .map((c) => c.what + ' ' + c.lines.map((l) => `${l.userPath ?? l.account} ${l.amount}`).join())
          .join('|'),
      );
      for (const p of j.places.filter((p) => p.place.account.startsWith(key.slice(0, 3)))) {
        console.log(
          p.place.account,
          p.place.userPath ?? '',
          JSON.stringify({
            open: p.judged.open.map((o) => [o.item.id, o.left, o.state]),
            beyond: p.judged.beyond.map(({ state, amount, from, to }) => ({ state, amount, from, to })),
            ahead: p.judged.ahead,
            waiting: p.judged.waiting,
          }),
        );
        for (const w of p.windows.filter((w) => near(w.to)))
          console.log(
            '  ',
            w.from,
            w.to,
            w.own.map((i) => `${i.id} ${i.amount}`).join(', '),
            'cleared',
            w.from > on ? '' : String(p.cleared(w.from, w.to < on ? w.to : on)),
          );
      }
    }
  }
});
