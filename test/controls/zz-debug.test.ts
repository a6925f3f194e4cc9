import { test } from '@jest/globals';
import { companyYear, read, balancesOf } from './company-years.js';
import { daysNeeded, judgeCompany } from '../../src/controls/judge/company.js';
test('x', () => {
  const [payroll, seed, fault, on, key] = (process.env.DBG ?? '').split(' ') as [never, string, never, string, string];
  const year = companyYear(Number(seed), payroll, fault);
  for (const i of year.items.filter((i) => i.key.startsWith(key))) console.log(i.key, i.id, i.due, JSON.stringify(i.arisen.map((a) => `${a.on} ${a.amount}`)), 'PAID', JSON.stringify(i.paid.map((a) => `${a.on} ${a.amount}`)));
  const facts = year.facts(on);
  const b = balancesOf(year, on, [...daysNeeded(facts), on]);
  const j = judgeCompany(facts, b);
  for (const p of j.places.filter((p) => p.place.account.startsWith(key.slice(0,3)))) {
    console.log(p.place.account, p.place.userPath ?? '', JSON.stringify({open: p.judged.open.map((o) => [o.item.id, o.left, o.state]), beyond: p.judged.beyond, ahead: p.judged.ahead, waiting: p.judged.waiting}));
    for (const w of p.windows) console.log('  ', w.from, w.to, w.own.map((i) => `${i.id} ${i.amount}`).join(', '), 'cleared', w.from > on ? '' : String(p.cleared(w.from, w.to < on ? w.to : on)));
  }
  console.log(JSON.stringify(read(year, on), null, 1).slice(0, 6000));
});
