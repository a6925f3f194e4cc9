import { AppModule } from '../../../src/app/app.module.js';
import { insertCompany } from '../../factories/companies.js';
import { tempDatabase } from '../../factories/database.js';
import { openDoor, StillClock } from '../api/door.js';

const unescaped = (html: string) => html.replaceAll('&quot;', '"').replaceAll('&amp;', '&');

test('a list of settings is previewed, and only what was shown is saved, with a reason', async () => {
  const temp = await tempDatabase(new StillClock());
  for (const name of ['Ash', 'Elm']) await insertCompany(temp.database, { name });
  const door = await openDoor(temp.database, [AppModule]);
  const { cookie, csrf } = await door.browser({ role: 'admin', pay: true });
  const send = async (path: string, body: object) => {
    const answer = await door.http
      .post(path)
      .set('Cookie', cookie)
      .type('form')
      .send({ ...body, csrf });
    return { status: answer.status, html: unescaped(answer.text) };
  };
  const csv = 'company,mode\nAsh,check\nElm,auto\n';
  const wrong = await send('/clients/settings/preview', { csv: 'company,colour\nAsh,red\n' });
  expect([wrong.status, wrong.html]).toEqual([400, expect.stringContaining('These columns are no settings: colour.')]);
  expect(wrong.html).toContain('Ash,red');
  const shown = await send('/clients/settings/preview', { csv });
  expect(shown.html).toContain('Mode: Post automatically → Check only');
  expect(shown.html).toContain('1 client in it would not change');
  const [, seen = ''] = /name="seen" value="(\w+)"/.exec(shown.html) ?? [];
  const other = await send('/clients/settings', { csv: csv.replace('Elm,auto', 'Elm,approve'), seen, reason: 'So' });
  expect(other.html).toContain('Change 2 clients');
  const none = await send('/clients/settings', { csv, seen });
  expect([none.status, none.html]).toEqual([400, expect.stringContaining('A reason is needed')]);
  expect((await send('/clients/settings', { csv, seen, reason: 'So' })).html).toContain('1 client changed.');
  expect((await send('/clients/settings', { csv, seen, reason: 'So' })).html).not.toContain('changed.');
  const reader = await door.browser({ role: 'reviewer' });
  expect((await door.http.get('/clients/settings').set('Cookie', reader.cookie)).status).toBe(403);
  await door.close();
  await temp.remove();
});
