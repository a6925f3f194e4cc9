import { AppModule } from '../../../src/app/app.module.js';
import { insertCompany } from '../../factories/companies.js';
import { tempDatabase, type TempDatabase } from '../../factories/database.js';
import { type Door, openDoor, StillClock } from '../api/door.js';

let temp: TempDatabase;
let door: Door;
let cookie: string;
beforeAll(async () => {
  temp = await tempDatabase(new StillClock());
  for (let index = 0; index < 60; index++)
    await insertCompany(temp.database, { name: `Auto ${String(index).padStart(2, '0')} Ltd` }, { mode: 'auto' });
  await insertCompany(temp.database, { name: 'Asks Ltd' }, { mode: 'approve' });
  door = await openDoor(temp.database, [AppModule]);
  ({ cookie } = await door.browser());
});
afterAll(async () => {
  await door.close();
  await temp.remove();
});

const listed = async (path: string) => {
  const { text } = await door.http.get(path).set('Cookie', cookie).expect(200);
  const names = [...text.matchAll(/<a href="\/clients\/[\w-]+">([^<]+)<\/a>/g)].map(([, name]) => name);
  return { names, text, next: /href="(\/clients\?[^"]+)">More/.exec(text)?.[1]?.replaceAll('&amp;', '&') };
};

test('clients are listed by their mode, on every page of the list', async () => {
  expect((await listed('/clients?mode=approve')).names).toEqual(['Asks Ltd']);
  const first = await listed('/clients?mode=auto&search=auto');
  expect([first.names.length, first.text.match(/<option value="auto" selected>/g)?.length]).toEqual([50, 1]);
  const second = await listed(first.next ?? '');
  expect([second.names.length, second.next]).toEqual([10, undefined]);
});

test('a mode that no client has says so, and one that there is not filters nothing', async () => {
  expect((await listed('/clients?mode=check&search=ltd')).text).toContain(
    'No client has these letters in its name and is set to “Check only”.',
  );
  expect((await listed('/clients?mode=never')).names).toHaveLength(50);
});
