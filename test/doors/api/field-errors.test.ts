import { AppModule } from '../../../src/app/app.module.js';
import { insertPractice } from '../../factories/practice.js';
import { type TempDatabase, tempDatabase } from '../../factories/database.js';
import { type Door, openDoor, StillClock } from './door.js';

describe('a request that is not valid', () => {
  let temp: TempDatabase;
  let door: Door;
  let token: string;
  beforeAll(async () => {
    temp = await tempDatabase(new StillClock());
    await insertPractice(temp.database);
    door = await openDoor(temp.database, [AppModule]);
    token = await door.token();
  });
  afterAll(async () => {
    await door.close();
    await temp.remove();
  });

  const errorsOf = async (method: 'get' | 'post', path: string, body?: object) => {
    const answer = await door.http[method](path).set('Authorization', `Bearer ${token}`).send(body).expect(400);
    expect(answer.body).toMatchObject({ type: '/problems/invalid-request', title: 'The request is not valid' });
    const { errors } = answer.body as { errors: { pointer: string; code: string; detail: string }[] };
    for (const { detail } of errors) expect(detail).toMatch(/\w.{5}/);
    return errors.map(({ pointer, code }) => `${pointer} ${code}`);
  };

  it('names each field of its body by a JSON pointer, with a code', async () => {
    const fingerprint = 'f'.repeat(32);
    const runs = [
      { company: 'Ash Ltd', tag: 't' },
      { company: 7, tag: '', fingerprint, 'a/b~c': 1 },
    ];
    expect(await errorsOf('post', '/api/pay-runs/post', { runs })).toEqual([
      '/runs/0/fingerprint missing',
      '/runs/1/company wrong_type',
      '/runs/1/tag too_small',
      '/runs/1/fingerprint wrong_format',
      '/runs/1/a~1b~0c unknown',
      '/reason missing',
    ]);
  });

  it('names what a rule of our own refuses, and the whole body by an empty pointer', async () => {
    expect(await errorsOf('post', '/api/syncs', { period: 6 })).toEqual([' invalid']);
    expect(await errorsOf('post', '/api/syncs', [])).toEqual([' wrong_type']);
  });

  it('names parameters of the query and of the address', async () => {
    const long = 'x'.repeat(201);
    expect(await errorsOf('get', `/api/pay-runs?company=${long}&limit=0&state=lost&unheard=1`)).toEqual([
      '/company too_big',
      '/state invalid',
      '/limit too_small',
      '/unheard unknown',
    ]);
    expect(await errorsOf('get', '/api/pay-runs/Ash/2026/x/31-10-2025')).toEqual([
      '/period wrong_type',
      '/paidOn invalid',
    ]);
    expect(await errorsOf('get', `/api/syncs/${long}`)).toEqual(['/id too_big']);
  });

  it('says no value, and no more than a hundred fields', async () => {
    const runs = Array.from({ length: 60 }, () => ({ company: 7, tag: 7, fingerprint: 'a secret' }));
    const answer = await door.http
      .post('/api/pay-runs/post')
      .set('Authorization', `Bearer ${token}`)
      .send({ runs, reason: 'r' });
    expect((answer.body as { errors: unknown[] }).errors).toHaveLength(100);
    expect((answer.body as { detail: string }).detail).toMatch(/; and 170 more$/);
    expect(answer.text).not.toContain('secret');
  });

  it('is the only problem with fields', async () => {
    const lost = await door.http.get('/api/syncs/lost').set('Authorization', `Bearer ${token}`).expect(404);
    expect(lost.body).not.toHaveProperty('errors');
  });
});
