import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AppModule } from '../../src/app/app.module.js';
import { openDoor, StillClock } from '../doors/api/door.js';
import { tempDatabase } from '../factories/database.js';
import { insertPractice } from '../factories/practice.js';
import { compared } from './compare.js';
import { Pages } from './doors/pages.js';
import type { Doors } from './doors/open.js';
import { figureRows } from './figures.js';
import { runsOf } from './own/payslips.js';
import { amountsOn } from './page.js';

describe('what is worked out apart', () => {
  const own = fileURLToPath(new URL('own', import.meta.url));

  it('imports nothing of the program, and nothing that could', () => {
    const files = readdirSync(own);
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) {
      const imports = [...readFileSync(`${own}/${file}`, 'utf8').matchAll(/from '([^']+)'/g)].map(([, from]) => from);
      expect([file, imports.filter((from) => !/^\.\/[a-z]+\.js$/.test(from ?? ''))]).toEqual([file, []]);
    }
  });

  it('comes to the published example', () => {
    const slip = {
      ...{ user: '/v2/users/1', dated_on: '2025-10-31', basic_pay: '2000.0', tax_deducted: '275.2' },
      ...{ employee_ni: '167.76', employer_ni: '194.71', employee_pension_not_under_net_pay: '100.0' },
      employer_pension: '50.0',
    };
    const [run] = runsOf([{ year: 2026, period: 6, payslips: [slip] }], 'counterfoil');
    expect(run).toMatchObject({ tag: 'counterfoil:2026-06:2025-10-31', gross: 200000, paye: 63767, pension: 15000 });
    expect(run?.net).toBe(145704);
  });
});

describe('the table of figures', () => {
  it('has no two figures of one kind with the same words', () => {
    const named = figureRows.flatMap(([is, { of, words = [] }]) =>
      words.map((word) => [`${of}: ${word}`, is] as const),
    );
    const twice = named.filter(([key, is]) => named.some(([other, another]) => other === key && another !== is));
    expect(twice).toEqual([]);
  });

  it('says why a figure is not compared', () => {
    for (const [is, { of, because }] of figureRows) expect([is, because === undefined]).toEqual([is, of !== 'nothing']);
  });
});

describe('a difference', () => {
  const says = (door: string, amount: number) => ({ is: 'run.gross', of: 'a run', says: amount, door });

  it('between doors, or from our own figure, is found', () => {
    expect(compared([says('page', 1), says('API', 1)], new Map([['run.gross a run', 1]]))).toEqual([]);
    expect(compared([says('page', 1), says('API', 2)], new Map())).toHaveLength(1);
    expect(compared([says('page', 1), says('API', 1)], new Map([['run.gross a run', 2]]))).toHaveLength(1);
  });

  it('is a figure that the table lacks', () => {
    expect(compared([{ ...says('page', 1), is: 'run.luck' }], new Map())).toHaveLength(1);
  });
});

describe('reading a page', () => {
  it('finds amounts by what they are, and those that nothing names', () => {
    const html =
      '<table data-is="run"><tr data-of="counterfoil:2026-06:2025-10-31"><td data-label="Net">1,200.50</td></tr></table><p>£3.00</p>';
    expect(amountsOn(html)).toMatchObject([
      { is: 'run.net', of: 'counterfoil:2026-06:2025-10-31', text: '1,200.50' },
      { is: undefined, text: '£3.00' },
    ]);
    expect(amountsOn('<p>v1.2, 92.00 %, 10.30.15</p>')).toEqual([]);
  });

  it('finds an amount with a day that is not due to anyone', () => {
    const pages = new Pages({} as Doors);
    pages.note('<span>HMRC <span data-is="run.paye">9.00</span> was due Fri 22 May</span>', 'run page');
    expect(pages.read.unnamed).toEqual(['run page says of run.paye 9.00 was due Fri 22 May, as if it were due']);
  });
});

test('every amount on every page says what it is', async () => {
  const temp = await tempDatabase(new StillClock());
  await insertPractice(temp.database);
  const door = await openDoor(temp.database, [AppModule]);
  try {
    const { cookie } = await door.browser();
    const pages = new Pages({} as Doors);
    const waiting = ['/', '/?year=2026&month=7', '/runs/sign-off?year=2026&month=6', '/find?q=2000.00'];
    const seen = new Set<string>();
    for (let path = waiting.shift(); path !== undefined && seen.size < pagesMax; path = waiting.shift()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const answer = await door.http.get(path).set('Cookie', cookie);
      if (answer.status !== 200 || answer.type !== 'text/html') continue;
      pages.note(answer.text, path);
      for (const [, link = ''] of answer.text.matchAll(/ href="(\/[^"]*)"/g)) {
        const to = link.replaceAll('&amp;', '&').replace(/#.*/, '');
        if (!/\.(?:csv|xlsx|zip|pdf|css|js|svg)\b|^\/(?:api|assets|month-files|sign)/.test(to)) waiting.push(to);
      }
    }
    expect(pages.read.unnamed).toEqual([]);
    expect(seen.size).toBeGreaterThan(100);
    expect(pages.read.names.size).toBeGreaterThan(20);
  } finally {
    await door.close();
    await temp.remove();
  }
});

/** Enough that each kind of page, and each state of a pay run, is among them. */
const pagesMax = 250;
