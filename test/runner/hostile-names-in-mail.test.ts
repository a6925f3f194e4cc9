import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Person } from '../../src/access/person.entity.js';
import { SignInLinks } from '../../src/access/sign-in-links.js';
import { addPerson } from '../../src/acts/people/add-person.js';
import { CompanyRow } from '../../src/companies/company.entity.js';
import { Connection } from '../../src/companies/connection.entity.js';
import { ClientApproval } from '../../src/record/client-approval.entity.js';
import { Mail, mailKinds } from '../../src/record/messages/mail.entity.js';
import { monthFingerprint, readFigures } from '../../src/record/runs/month-figures.js';
import { PayRunRecord } from '../../src/record/runs/pay-run.entity.js';
import { sendLetter } from '../../src/runner/mail-transport.js';
import { Mails } from '../../src/runner/mails.js';
import { StillClock } from '../doors/api/door.js';
import { insertCompany } from '../factories/companies.js';
import { payrollOf } from '../factories/payroll.js';
import { insertRun } from '../factories/runs.js';
import { describeOnDatabases } from '../harness/databases.js';
import { Post } from './post.js';

const later = new Date('2026-01-01');
const app = 'https://books.ash.example';
const ops = { actor: 'ops', trigger: 'command', companies: null } as const;

/** What a company or a person may be called who wants more of an e-mail than a word in a line. */
const names = {
  'another header': 'Ash\r\nBcc: eve@evil.example',
  'a body of its own': 'Ash\r\n\r\nYour link: https://evil.example/',
  'another line': 'Ash\nOak Ltd: nothing to do',
  'a line of another kind': 'Ash\u2028Oak Ltd\u2029Elm\u0085Fir\v\f',
  'the end of the letter': 'Ash\r\n.\r\nMAIL FROM:<eve@evil.example>',
  'turned text': 'Ash \u202efdp.exe \u2066x\u2069',
  'a NUL and an escape': 'Ash\0\u001b[2J\u009b',
  'a formula': '=HYPERLINK("https://evil.example","Ash")',
  markup: '<a href="https://evil.example">Ash</a><script>alert(1)</script>',
  'an encoded word': '=?utf-8?B?QXNo?= =0D=0ABcc: eve@evil.example',
};
const notShown = /[^\P{Cc}\n]|\p{Bidi_Control}|\u2028|\u2029/u;

interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** As a mail program reads it. */
function read(raw: string): Received {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const text = raw.slice(end + 4);
  const bytes = {
    '7bit': () => Buffer.from(text),
    base64: () => Buffer.from(text, 'base64'),
    'quoted-printable': () => {
      const joined = text.replaceAll('=\r\n', '');
      return Buffer.from(
        joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      );
    },
  }[headers['content-transfer-encoding'] ?? '7bit'];
  return { headers, body: (bytes?.() ?? Buffer.from('unknown')).toString().replaceAll('\r\n', '\n').trimEnd() };
}

describeOnDatabases('a hostile name in an e-mail', (open, kind) => {
  const post = new Post();
  beforeAll(() => post.open());
  afterAll(() => post.close());
  const send = (letter: Parameters<typeof sendLetter>[1]) =>
    sendLetter({ smtpUrl: post.url, from: 'Counterfoil <books@ash.example>' }, letter);

  /** Everything that has a name is called so: the rows are changed behind the acts, which would refuse some. */
  async function mailed(mail: Mail['kind'], given: string): Promise<Received> {
    post.received.length = 0;
    const name = kind === 'postgres' ? given.replaceAll('\0', '') : given;
    const clock = new StillClock(new Date('2025-11-18T09:00:00Z'));
    const db = await open(clock);
    await insertCompany(db, { id: 'ash', name: 'Ash', lastSyncedAt: new Date('2025-11-01T09:00:00Z') });
    const payroll = payrollOf([{ id: 1, name, basic: '2000.00', tax: '190.40', ni: '76.16', employerNi: '237.45' }]);
    for (const [state, datedOn] of [
      ['held', '2025-10-31'],
      ['ready', '2025-09-30'],
    ] as const)
      await insertRun(db, 'ash', payroll, { state, datedOn });
    const details = { role: 'reviewer', pay: true, companies: null, email: 'ann@ash.example' } as const;
    await addPerson({ database: db }, { name: 'Ann', ...details }, ops);
    await db.work(async (rows) => {
      const asked = async (period: number) => ({
        ...{ id: `of ${period}`, codeHash: `${period}`, companyId: 'ash', year: 2026, period, expiresAt: later },
        ...{ askedBy: name, askedThrough: 'page', askedAt: clock.now() },
        fingerprint: monthFingerprint(await readFigures(rows, 'ash', { year: 2026, period })),
      });
      const asks = { answer: 'query', answeredBy: name, answeredAt: clock.now(), words: name };
      await rows.insert(ClientApproval, { ...(await asked(6)), ...asks } as never);
      await rows.insert(ClientApproval, (await asked(5)) as never);
      await rows.update(PayRunRecord, { companyId: 'ash' }, { reason: name });
      await rows.update(Connection, { id: 'connection-ash' }, { name });
      await rows.update(CompanyRow, { id: 'ash' }, { name, booksName: name, subdomain: name, problem: name });
      await rows.update(Person, { name: 'Ann' }, { name });
      const [person] = await rows.find(Person, {});
      const due = { attempts: 0, nextAt: clock.now(), sentAt: null, gaveUpAt: null, createdAt: clock.now() };
      await rows.insert(Mail, { id: 'm', personId: person?.id ?? '', kind: mail, once: 'm', ...due });
    });
    const warned: string[] = [];
    const links = new SignInLinks(db, { publicUrl: app });
    await new Mails(db, links, send, (words) => warned.push(words), '30 5 * * *').sendDue();
    expect([warned, post.received.map(({ to }) => to)]).toEqual([[], [['ann@ash.example']]]);
    return read(post.received[0]?.raw ?? '');
  }

  const usually: Partial<Record<Mail['kind'], Received>> = {};
  const cases = mailKinds.flatMap((mail) => Object.entries(names).map(([what, name]) => ({ mail, what, name })));
  it.each(cases)('is a word in a line of plain text: $mail, $what', async ({ mail, name }) => {
    usually[mail] ??= await mailed(mail, 'Ash');
    const usual = usually[mail];
    const { headers, body } = await mailed(mail, name);
    expect(Object.keys(headers).sort()).toEqual(Object.keys(usual.headers).sort());
    expect([headers.to, headers.subject]).toEqual(['ann@ash.example', usual.headers.subject]);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body).not.toMatch(notShown);
    // As many lines, each with what it said before.
    const lines = (of: string) =>
      of.split('\n').map((line) => line.replace(/^.*(?=: )|(?<=search=).*|[\w-]{20,}$/, '…'));
    expect(lines(body)).toEqual(lines(usual.body));
    if (mail === 'digest')
      expect(usual.body).toMatch(/cannot be synced.* to decide, 1 ready.*asks about 1.*not answered/);
  });

  it.each(Object.values(names))(
    'and as an address or a subject it adds no reader, header or line: %j',
    async (name) => {
      post.received.length = 0;
      await send({ to: `ann@ash.example${name}`, subject: name, text: 'Hello' }).catch(() => undefined);
      await send({ to: 'ann@ash.example', subject: name, text: 'Hello' });
      const usual = ['to', 'from', 'subject', 'message-id', 'date', 'mime-version', 'content-type'];
      for (const { to, raw } of post.received) {
        expect(to.join()).not.toMatch(/^eve@|,/);
        const { headers, body } = read(raw);
        expect(
          Object.keys(headers)
            .filter((header) => header !== 'content-transfer-encoding')
            .sort(),
        ).toEqual(usual.sort());
        expect(body).toBe('Hello');
      }
    },
  );
});
