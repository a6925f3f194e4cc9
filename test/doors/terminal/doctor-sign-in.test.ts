import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { addPerson } from '../../../src/acts/people/add-person.js';
import { examineSignIn } from '../../../src/doors/terminal/doctor-sign-in.js';
import type { Finding } from '../../../src/companies/doctor.js';
import { Mail } from '../../../src/record/messages/mail.entity.js';
import { openFresh } from '../../harness/databases.js';
import { startIssuer } from '../../harness/issuer.js';

const ops = { actor: 'ops', trigger: 'command', companies: null } as const;

async function found(config: Parameters<typeof examineSignIn>[0], waiting = 0): Promise<readonly Finding[]> {
  const database = await openFresh('sqlite');
  const { id } = await addPerson({ database }, { name: 'Ann', role: 'viewer', pay: false, companies: null }, ops);
  const at = database.clock.now();
  for (let number = 0; number < waiting; number++)
    await database.work((rows) =>
      rows.insert(Mail, {
        ...{ id: String(number), personId: id, kind: 'digest', once: String(number), attempts: 0, nextAt: at },
        ...{ sentAt: null, gaveUpAt: null, createdAt: at },
      }),
    );
  const findings: Finding[] = [];
  for await (const finding of examineSignIn(config, database)) findings.push(finding);
  return findings;
}

const oidcOf = (issuer: string) => ({
  ...{ issuer, clientId: 'counterfoil', clientSecret: 'secret', allowedDomains: [] },
});

describe('doctor looks at where people sign in', () => {
  it('but not at what is not configured', async () => {
    expect(await found({})).toEqual([]);
  });

  it('and asks the issuer', async () => {
    const issuer = await startIssuer('http://127.0.0.1:3999', {});
    const oidc = oidcOf(issuer.url);
    expect(await found({ oidc })).toEqual([{ check: 'sign-in', ok: true, detail: `${issuer.url} answers` }]);
    issuer.away = true;
    expect(await found({ oidc })).toEqual([
      {
        ...{ check: 'sign-in', ok: false, detail: expect.stringContaining('could not be reached') },
        todo: 'Check OIDC_ISSUER, and that this machine reaches it.',
      },
    ]);
    await issuer.close();
  });

  it('and at how links are mailed: the mail server, its password, and mails that wait', async () => {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      onAuth: ({ username, password }, _, done) =>
        username === 'cf' && password === 'right' ? done(null, { user: username }) : done(new Error('no')),
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const at = `127.0.0.1:${(server.server.address() as AddressInfo).port}`;
    const mail = (password: string) => ({ smtpUrl: `smtp://cf:${password}@${at}`, from: 'cf@ash.example' });
    expect(await found({ mail: mail('right') })).toEqual([
      { check: 'mail', ok: true, detail: 'the mail server answers; nothing waits' },
    ]);
    const wrong = await found({ mail: mail('wrong') }, 2);
    expect(wrong).toMatchObject([{ ok: false, detail: expect.stringMatching(/password \(EAUTH\); 2 e-mails wait/) }]);
    expect(JSON.stringify(wrong)).not.toContain('wrong');
    await new Promise<void>((resolve) => server.close(() => resolve()));
    expect(await found({ mail: mail('right') })).toMatchObject([
      { ok: false, detail: expect.stringContaining('(ESOCKET)'), todo: expect.stringContaining('SMTP_URL') },
    ]);
  });
});
