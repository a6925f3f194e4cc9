import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { Issuer } from '../../src/access/oidc/issuer.js';
import { systemClock } from '../../src/ground/clock.js';
import { Notification } from '../../src/record/messages/notification.entity.js';
import { Outbox } from '../../src/record/messages/outbox.js';
import { Deliveries } from '../../src/runner/deliveries.js';
import { sendLetter } from '../../src/runner/mail-transport.js';
import { StillClock } from '../doors/api/door.js';
import { openFresh } from '../harness/databases.js';

/** What we send goes where the configuration says, whatever an answer or a text says. */

const opened: Server[] = [];
afterEach(() => {
  for (const server of opened.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  opened.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A service inside, such as a cloud's own, and a server outside that redirects to it. */
async function redirecting(status: number) {
  const asked: string[] = [];
  const inside = await listening((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end('{}');
  });
  const reached: string[] = [];
  const outside = await listening((request, response) => {
    reached.push(request.url ?? '');
    response.writeHead(status, { location: `${inside}/latest/meta-data${request.url}` }).end();
  });
  return { outside, reached, asked };
}

const statuses = [301, 302, 303, 307, 308];

it.each(statuses)('a webhook that redirects with %s leads nowhere, and has not taken the message', async (status) => {
  const { outside, reached, asked } = await redirecting(status);
  const clock = new StillClock();
  const database = await openFresh('sqlite', clock);
  const config = { webhookUrl: `${outside}/hook`, webhookSecret: 's', publicUrl: 'https://counterfoil.example' };
  const message = { kind: 'held', companyId: 'ash', once: 'x', path: '/', payload: {} } as const;
  await database.work((rows) => new Outbox(clock, config).put(rows, message));
  const warned: string[] = [];
  expect(await new Deliveries(database, clock, config, (words) => warned.push(words)).deliverDue()).toBe(1);
  expect([reached, asked]).toEqual([['/hook'], []]);
  const [kept] = await database.read((rows) => rows.find(Notification));
  expect([kept?.attempts, kept?.deliveredAt]).toEqual([1, null]);
  expect(warned.join()).toContain('is tried again');
});

it.each(statuses)('an issuer that redirects with %s leads nowhere', async (status) => {
  const { outside, reached, asked } = await redirecting(status);
  const config = { issuer: outside, clientId: 'c', clientSecret: 's' };
  const issuer = new Issuer(config as ConstructorParameters<typeof Issuer>[0], 'https://us.example/back', systemClock);
  await expect(issuer.check()).rejects.toThrow();
  expect([reached, asked]).toEqual([['/.well-known/openid-configuration'], []]);
});

it('no text of a letter adds a header or a reader', async () => {
  const received: { readonly to: readonly string[]; readonly head: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      void (async () => {
        const letter = await text(stream);
        received.push({
          to: envelope.rcptTo.map(({ address }) => address),
          head: letter.slice(0, letter.indexOf('\r\n\r\n')),
        });
        done();
      })();
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const smtpUrl = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  const from = 'counterfoil@ash.example';
  const ends = ['\r\n', '\n', '\r', '\u2028'];
  for (const end of ends) {
    const more = `${end}Bcc: eve@evil.example${end}X-Eve: 1${end}${end}Not our words`;
    const letter = { subject: `Your link${more}`, text: `Ed Vale${more}` };
    await sendLetter({ smtpUrl, from }, { to: 'ann@ash.example', ...letter });
    await sendLetter({ smtpUrl, from }, { to: `ann@ash.example${more}`, ...letter }).catch(() => undefined);
  }
  await new Promise<void>((resolve) => server.close(() => resolve()));
  expect(received.length).toBeGreaterThanOrEqual(ends.length);
  for (const { to, head } of received) {
    expect(to).not.toContain('eve@evil.example');
    expect(head).not.toMatch(/^(bcc|x-eve):/im);
  }
});
