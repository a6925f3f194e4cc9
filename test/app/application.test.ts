import request from 'supertest';
import { createService, withRooms } from '../../src/app/application.js';
import { configKey, configure } from '../../src/ground/config.module.js';
import { Database } from '../../src/ground/database.js';
import { everyKind, freshUrl } from '../harness/databases.js';
import { secretKey } from '../harness/secret-key.js';

describe.each(everyKind)('the service on %s', (kind) => {
  const configured = async () =>
    configure({
      env: { DATABASE_URL: await freshUrl(kind), LOG_LEVEL: 'silent', SECRET_KEY: secretKey },
      folder: null,
    });

  test('is live and ready with the schema in place', async () => {
    const service = await createService(await configured());
    await service.init();
    await request(service.getHttpServer()).get('/health/live').expect(200);
    const { body } = await request(service.getHttpServer()).get('/health/ready').expect(200);
    expect(body).toMatchObject({ status: 'ok', details: { database: { status: 'up' } } });
    await service.close();
  });

  test('is live but not ready when the schema is older than the program', async () => {
    const service = await createService(await configured());
    await service.init();
    await service.get(Database).work((rows) => rows.query('DELETE FROM migrations'));
    await request(service.getHttpServer()).get('/health/live').expect(200);
    const { body } = await request(service.getHttpServer()).get('/health/ready').expect(503);
    expect(JSON.stringify(body)).toContain('counterfoil migrate');
    await service.close();
  });

  test('a command can use the app’s services, and leaves nothing open', async () => {
    const given = await configured();
    let database: Database | undefined;
    const seen = await withRooms(given, async (rooms) => {
      database = rooms.get(Database);
      return rooms.get(configKey);
    });
    expect(seen).toBe(given.config);
    expect(database?.source.isInitialized).toBe(false);
  });
});
