import { AccessModule } from '../../../src/access/access.module.js';
import { ApiModule } from '../../../src/doors/api/api.module.js';
import { Money } from '../../../src/journal/nouns/money.js';
import { PayRunRecord } from '../../../src/record/runs/pay-run.entity.js';
import { systemClock } from '../../../src/ground/clock.js';
import { insertCompany } from '../../factories/companies.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { type Door, openDoor } from './door.js';

describeOnDatabases('an adjustment, by the API', (open) => {
  let door: Door;
  beforeAll(async () => {
    const database = await open(systemClock);
    await insertCompany(database, { id: 'elm', name: 'Elm Ltd' });
    door = await openDoor(database, [AccessModule, ApiModule]);
    await adjust(await door.token(), {}).expect(200);
    // As a sync leaves a recovery of someone's pay.
    const mapped = {
      outcome: 'hold' as const,
      ...{ datedOn: '2025-11-05', description: '', warnings: [], paid: [] },
      holds: [{ code: 'already_in_books', message: 'Ann Ash is paid £1234.56 there.' }],
      lines: [{ category: '814', debit: '1234.56', description: 'Ann Ash' }],
    };
    await database.work((rows) =>
      rows.update(
        PayRunRecord,
        { companyId: 'elm' },
        { mapped: mapped as never, holdCodes: ['already_in_books'], taxAuthority: Money.parse('1234.56') },
      ),
    );
  });
  afterAll(() => door.close());

  const adjust = (token: string, over: object) =>
    door.http
      .post('/api/adjustments/elm/2026/6')
      .set('Authorization', `Bearer ${token}`)
      .send({
        ...{ kind: 'levy', reason: 'As billed', ...over },
        lines: [
          { account: '405', amount: '90.00' },
          { account: '814', amount: '-90.00' },
        ],
      });

  it('is answered after an act with its lines and holds', async () => {
    const { body } = await adjust(await door.token(), { number: 1 }).expect(200);
    expect(body.adjustment).toMatchObject({
      ...{ name: 'levy-1', taxAuthority: '1234.56' },
      holds: [{ code: 'already_in_books', message: 'Ann Ash is paid £1234.56 there.' }],
      lines: [{ category: '814', debit: '1234.56' }],
    });
  });

  it('is answered without them to a reviewer who may not see pay', async () => {
    const token = await door.token({ role: 'reviewer', pay: false });
    const answer = await adjust(token, { number: 1 }).expect(200);
    expect(answer.body.adjustment).toMatchObject({ name: 'levy-1', holds: [{ code: 'already_in_books' }], lines: [] });
    expect(answer.text).not.toMatch(/1234\.56|Ann Ash/);
  });

  it('is not entered twice, nor changed by someone who saw another', async () => {
    const token = await door.token();
    const twice = await adjust(token, {}).expect(409);
    expect(twice.body).toMatchObject({ title: 'This adjustment is entered already' });
    await adjust(token, { number: 1, fingerprint: 'e'.repeat(64) }).expect(409);
    expect((await adjust(token, { another: true }).expect(200)).body.adjustment.name).toBe('levy-2');
    await door.http.post('/api/adjustments/elm/2150/6').set('Authorization', `Bearer ${token}`).send({}).expect(400);
  });
});
