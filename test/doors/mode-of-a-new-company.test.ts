import { createSandbox } from '#sandbox';
import { systemClock } from '../../src/ground/clock.js';
import { AppModule } from '../../src/app/app.module.js';
import { ConnectionRequest } from '../../src/companies/connection-request.entity.js';
import { modeOption } from '../../src/doors/terminal/company/company-options.js';
import { defaultPolicy } from '../../src/journal/policy/policy.js';
import { tempDatabase, type TempDatabase } from '../factories/database.js';
import { type Door, openDoor } from './api/door.js';

let temp: TempDatabase;
let door: Door;
let sandbox: ReturnType<typeof createSandbox>;

beforeAll(async () => {
  temp = await tempDatabase(systemClock);
  sandbox = createSandbox({ scenario: 'demo', limits: false });
  const { baseUrl } = await sandbox.listen(0);
  const { clientId, clientSecret } = sandbox.credentials();
  const books = {
    ACCOUNTING_BASE_URL: baseUrl,
    ACCOUNTING_CLIENT_ID: clientId,
    ACCOUNTING_CLIENT_SECRET: clientSecret,
  };
  door = await openDoor(temp.database, [AppModule], books);
});
afterAll(async () => {
  await door.close();
  await sandbox.close();
  await temp.remove();
});

async function modesAsked(): Promise<readonly unknown[]> {
  const found = await temp.database.read((rows) => rows.find(ConnectionRequest));
  return found.map(({ details }) => details.mode);
}

/** No one says which mode, at each door where a company is connected. */
const doors: Readonly<Record<string, () => Promise<readonly unknown[]>>> = {
  'the API, by tokens': async () => {
    const [first] = sandbox.credentials().companies;
    const given = { name: 'Ash', accessToken: first?.accessToken, refreshToken: first?.refreshToken };
    const authorization = `Bearer ${await door.token({ name: 'Ada' })}`;
    const connected = await door.http.post('/api/companies').set('Authorization', authorization).send(given);
    const { policy } = (await door.http.get('/api/companies/Ash/policy').set('Authorization', authorization)).body;
    return [connected.body.company.mode, policy.mode];
  },
  'the API, by the browser': async () => {
    const authorization = `Bearer ${await door.token({ name: 'Ben' })}`;
    await door.http.post('/api/companies').set('Authorization', authorization).send({ name: 'Birch' }).expect(201);
    return modesAsked();
  },
  'the page': async () => {
    const { cookie, csrf } = await door.browser({ role: 'admin' });
    await door.http.post('/connect').type('form').set('Cookie', cookie).send({ csrf, name: 'Cedar' }).expect(303);
    return modesAsked();
  },
  'the terminal': () => Promise.resolve([modeOption().defaultValue]),
  'the settings’ own default': () => Promise.resolve([defaultPolicy.mode]),
};

test.each(Object.keys(doors))('a company waits for approval unless someone chooses: %s', async (name) => {
  const modes = (await doors[name]?.()) ?? [];
  expect(modes.length).toBeGreaterThan(0);
  expect([...new Set(modes)]).toEqual(['approve']);
});
