import { expect, it } from '@jest/globals';
import { ApiTokens } from '../../src/access/api-tokens.js';
import { People } from '../../src/access/people.js';
import { secretHash } from '../../src/access/secret.js';
import { Session } from '../../src/access/session.entity.js';
import { SignInLink } from '../../src/access/sign-in-link.entity.js';
import { linkMinutes, mailedLinkMinutes, SignInLinks } from '../../src/access/sign-in-links.js';
import { sessionHours, sessionIdleMinutes, Sessions } from '../../src/access/sessions.js';
import { addPerson } from '../../src/acts/people/add-person.js';
import { changePerson } from '../../src/acts/people/change-person.js';
import { LogEntry } from '../../src/record/log/log-entry.entity.js';
import { StillClock } from '../doors/api/door.js';
import { openFresh } from '../harness/databases.js';

const by = { actor: 'ops', trigger: 'command' } as const;
const ops = { ...by, companies: null } as const;
const rights = (name: string) => ({ name, role: 'reviewer', pay: true, companies: null }) as const;

async function begun() {
  const clock = new StillClock();
  const database = await openFresh('sqlite', clock);
  const links = new SignInLinks(database, { publicUrl: 'https://ours.test' });
  const person = async (name: string) => (await addPerson({ database }, { ...rights(name) }, ops)).id;
  const codeOf = (url: string) => url.split('/').at(-1) ?? '';
  const logged = async () =>
    (await database.read((rows) => rows.find(LogEntry, { order: { id: 'ASC' } })))
      .filter(({ act }) => act !== 'person')
      .map(({ act, outcome }) => `${act} ${outcome}`);
  const kept = async () => (await database.read((rows) => rows.find(Session))).length;
  const [tokens, sessions, people] = [new ApiTokens(database), new Sessions(database), new People(database)];
  return { clock, database, tokens, sessions, links, people, person, codeOf, logged, kept };
}

it('a session is of one person or program, and ends with what let it in', async () => {
  const { tokens, sessions, person, database, logged } = await begun();
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const { token, record } = await tokens.create(rights('bot'));
  const [anns, bens, bots] = [
    await sessions.start({ person: ann }),
    await sessions.start({ person: ben }),
    await sessions.start({ token: record.id }),
  ];
  const whose = (await sessions.list()).map(({ name, person: of = 'a program' }) => `${name} ${of}`);
  expect(whose.sort()).toEqual([`Ann ${ann}`, `Ben ${ben}`, 'bot a program']);
  expect(await sessions.find(bots)).toMatchObject({ name: 'bot', via: 'session' });
  await tokens.revoke('bot');
  expect(await tokens.rightsOf(token)).toBeUndefined();
  expect([await sessions.find(bots), (await sessions.find(anns))?.name]).toEqual([undefined, 'Ann']);
  await changePerson({ database }, 'Ann', { change: { active: false }, who: ops });
  expect([await sessions.find(anns), (await sessions.find(bens))?.name]).toEqual([undefined, 'Ben']);
  await expect(sessions.start({ person: ann })).rejects.toMatchObject({ kind: 'not-let-in-any-more' });
  expect(await sessions.end(bens)).toBeUndefined();
  expect(await sessions.end(bens)).toBeUndefined();
  expect((await logged()).filter((line) => line === 'session ended')).toHaveLength(2);
});

it('a session of a program is ended by its name, and a person’s by theirs', async () => {
  const { tokens, sessions, person } = await begun();
  const ann = await person('Ann');
  const { record } = await tokens.create(rights('Anns bot'), by, 'Ann');
  const { record: bot } = await tokens.create(rights('bot'));
  for (const whose of [{ person: ann }, { token: record.id }, { token: bot.id }]) await sessions.start(whose);
  // A program of hers is hers.
  expect(await sessions.revoke('Ann', by)).toHaveLength(2);
  await expect(sessions.revoke('Ann', by)).rejects.toMatchObject({
    detail: expect.stringContaining('Signed in: "bot"'),
  });
  expect(await sessions.revoke('bot', by)).toHaveLength(1);
  await expect(sessions.revoke('bot', by)).rejects.toMatchObject({
    detail: expect.stringContaining('No one is signed in'),
  });
});

it('a session ends with its hours or its last use, and goes when another begins', async () => {
  const { clock, sessions, person, kept } = await begun();
  const ann = await person('Ann');
  const first = await sessions.start({ person: ann });
  for (let minutes = 0; minutes < sessionHours * 60; minutes += 20) {
    expect((await sessions.use(first))?.name).toBe('Ann');
    clock.forward(20 * 60);
  }
  expect(await sessions.use(first)).toBeUndefined();
  const second = await sessions.start({ person: ann });
  expect(await kept()).toBe(1);
  clock.forward(sessionIdleMinutes * 60);
  expect(await sessions.find(second)).toBeUndefined();
  expect(await sessions.list()).toEqual([]);
  await sessions.start({ person: ann });
  expect(await kept()).toBe(1);
});

it('the last use of a session, and of a token, is kept to the minute', async () => {
  const { clock, database, sessions, tokens, person } = await begun();
  const id = await sessions.start({ person: await person('Ann') });
  const { token } = await tokens.create(rights('bot'));
  const began = clock.now().getTime();
  const seen = async () => {
    const session = await database.read((rows) => rows.findOneByOrFail(Session, { idHash: secretHash(id) }));
    return [session.seenAt, (await tokens.list())[0]?.lastUsedAt].map((at) => at && (at.getTime() - began) / 1000);
  };
  const use = async () => [await sessions.use(id), await tokens.rightsOf(token)];
  await use();
  expect(await seen()).toEqual([0, 0]);
  clock.forward(59);
  await use();
  expect(await seen()).toEqual([0, 0]);
  clock.forward(1);
  await use();
  expect(await seen()).toEqual([60, 60]);
});

it('a link lets in once, and only until its end', async () => {
  const { clock, links, codeOf, people, logged } = await begun();
  const { url, name } = await links.make(rights('Ann'));
  expect([url.startsWith('https://ours.test/sign-in/'), name]).toEqual([true, 'Ann']);
  // Not by the door of mailed links.
  expect(await links.redeem(codeOf(url), true)).toBeUndefined();
  expect(await links.redeem(codeOf(url))).toMatchObject({ name: 'Ann', role: 'reviewer' });
  expect(await links.redeem(codeOf(url))).toBeUndefined();
  const late = await links.make({ ...rights('Ann'), role: 'admin' });
  expect(late.role).toBe('reviewer');
  clock.forward(linkMinutes * 60);
  expect(await links.redeem(codeOf(late.url))).toBeUndefined();
  expect((await people.list()).map((one) => one.name)).toEqual(['Ann']);
  expect(await logged()).toEqual(['link made', 'link used', 'link made']);
});

it('a mailed link ends the one mailed before it, and no other', async () => {
  const { clock, database, links, person, codeOf } = await begun();
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const made = await links.make(rights('Ann'));
  const bens = await links.mail(ben);
  const first = await links.mail(ann);
  const second = await links.mail(ann);
  expect(await links.redeem(codeOf(first.url), true)).toBeUndefined();
  expect(await links.redeem(codeOf(second.url), true)).toMatchObject({ name: 'Ann', person: ann });
  expect(await links.redeem(codeOf(bens.url), true)).toMatchObject({ name: 'Ben' });
  expect(await links.redeem(codeOf(made.url))).toMatchObject({ name: 'Ann' });
  const late = await links.mail(ann);
  // What was used stays, so that it is known as used.
  expect(await database.read((rows) => rows.countBy(SignInLink, { personId: ann }))).toBe(3);
  clock.forward(mailedLinkMinutes * 60);
  expect(await links.redeem(codeOf(late.url), true)).toBeUndefined();
});

it('with a person’s sessions only their own unused links end', async () => {
  const { clock, database, sessions, links, person, codeOf, logged } = await begun();
  await person('Ben');
  const [used, unused, bens] = [
    await links.make(rights('Ann')),
    await links.make(rights('Ann')),
    await links.make(rights('Ben')),
  ];
  await links.redeem(codeOf(used.url));
  await sessions.revoke('Ann', by);
  expect((await logged()).filter((line) => line === 'link ended')).toHaveLength(1);
  expect(await links.redeem(codeOf(unused.url))).toBeUndefined();
  expect(await links.redeem(codeOf(bens.url))).toMatchObject({ name: 'Ben' });
  // One that is over has ended by itself.
  await links.make(rights('Ann'));
  clock.forward(linkMinutes * 60);
  await expect(sessions.revoke('Ann', by)).rejects.toMatchObject({ kind: 'no-such-session' });
  expect(await database.read((rows) => rows.countBy(SignInLink, {}))).toBe(3);
});

it('a token is named by name or id while it is in use, and no two have one name', async () => {
  const { tokens, person } = await begun();
  await person('Ann');
  const { record } = await tokens.create(rights('bot'));
  await expect(tokens.create(rights('bot'))).rejects.toMatchObject({ kind: 'token-name-taken' });
  await expect(tokens.create(rights('Ann'))).rejects.toMatchObject({ kind: 'name-of-person' });
  await expect(tokens.create(rights(' '))).rejects.toMatchObject({ kind: 'wrong-token-name' });
  await expect(tokens.create(rights('schedule'))).rejects.toMatchObject({ kind: 'name-reserved' });
  expect((await tokens.revoke(record.id)).name).toBe('bot');
  await expect(tokens.revoke('bot')).rejects.toMatchObject({ detail: expect.stringContaining('There are none.') });
  expect((await tokens.create(rights('bot'))).record.personId).toBeNull();
});

it('a token still allows what it allowed, until its rights are others', async () => {
  const { tokens, database, person } = await begun();
  const ann = await person('Ann');
  const { token, record } = await tokens.create({ ...rights('Anns bot') }, by, 'Ann');
  const now = await tokens.rightsOf(token);
  expect(now).toMatchObject({ role: 'reviewer', person: ann, token: record.id });
  expect(await tokens.stillAllows(token, now as never)).toBe(true);
  await changePerson({ database }, 'Ann', { change: { role: 'viewer' }, who: ops });
  expect(await tokens.stillAllows(token, now as never)).toBe(false);
  expect(await tokens.stillAllows('another', now as never)).toBe(false);
});

it('a person is found by id, address or any name they had, and at the terminal by login first', async () => {
  const { database, people } = await begun();
  const { id } = await addPerson({ database }, { ...rights('Ann'), email: 'ann@ash.co.uk', login: 'al' }, ops);
  await addPerson({ database }, { ...rights('al') }, ops).catch(() => undefined);
  await changePerson({ database }, 'Ann', { change: { name: 'Ann Birch' }, who: ops });
  for (const named of [id, 'ANN@ash.co.uk', 'Ann', 'Ann Birch']) expect((await people.find(named)).id).toBe(id);
  await expect(people.find('Bea')).rejects.toMatchObject({ kind: 'no-such-person' });
  expect((await people.atTerminal('al'))?.id).toBe(id);
  expect((await people.atTerminal('Ann'))?.id).toBe(id);
  expect(await people.atTerminal('root')).toBeUndefined();
});
