import { expect, it } from '@jest/globals';
import { ApiToken } from '../../src/access/api-token.entity.js';
import { ApiTokens } from '../../src/access/api-tokens.js';
import { insertPerson, People, personWith } from '../../src/access/people.js';
import { Person } from '../../src/access/person.entity.js';
import { secretHash } from '../../src/access/secret.js';
import { Session } from '../../src/access/session.entity.js';
import { Sessions, shortOf } from '../../src/access/sessions.js';
import { SignInLink } from '../../src/access/sign-in-link.entity.js';
import { SignInLinks } from '../../src/access/sign-in-links.js';
import { LogEntry } from '../../src/record/log/log-entry.entity.js';
import { namesOf } from '../../src/record/actors.js';
import { StillClock } from '../doors/api/door.js';
import { openFresh } from '../harness/databases.js';

const by = { actor: 'ops', trigger: 'command' };
const minute = 60;
const hour = 60 * minute;

/** Ann and Ben, with what lets them in. */
async function begun() {
  const clock = new StillClock();
  const db = await openFresh('sqlite', clock);
  const rights = { role: 'reviewer', pay: true, companies: null } as const;
  const add = (name: string, more: object = {}) =>
    db.work((rows) => insertPerson(db, rows, { ...rights, name, ...more }, by));
  const [ann, ben] = [await add('Ann', { email: 'ann@ash.example', login: 'annie' }), await add('Ben')];
  const [sessions, tokens] = [new Sessions(db), new ApiTokens(db)];
  const links = new SignInLinks(db, { publicUrl: 'http://x' });
  const kept = () => db.read((rows) => rows.find(Session, { order: { createdAt: 'ASC', idHash: 'ASC' } }));
  const inactive = (id: string) => db.work((rows) => rows.update(Person, { id }, { active: false }));
  /** The lines about access, by whom. */
  const logged = () =>
    db.read(async (rows) => {
      const entries = await rows.find(LogEntry, { order: { id: 'ASC' } });
      const names = await namesOf(
        rows,
        entries.map(({ actor }) => actor),
      );
      return entries.map(({ act, outcome, actor }) => `${act} ${outcome} by ${names.get(actor)}`);
    });
  const codeIn = ({ url }: { url: string }) => url.slice(url.lastIndexOf('/') + 1);
  return { clock, db, rights, add, ann, ben, sessions, tokens, links, kept, inactive, logged, codeIn };
}

it('a session that begins clears away those that are too old, or were not used, and no other', async () => {
  const { clock, ann, ben, sessions, kept } = await begun();
  const [old, unused] = [await sessions.start({ person: ann.id }), await sessions.start({ person: ben.id })];
  for (let part = 0; part < 16; part++) {
    clock.forward(29 * minute);
    await sessions.use(old);
  }
  expect((await kept()).map(({ personId }) => personId).sort()).toEqual([ann.id, ben.id].sort());
  clock.forward(29 * minute);
  const fresh = await sessions.start({ person: ann.id });
  // The first is 8 hours old, though it was used; the second was used by no one.
  expect((await kept()).map(({ idHash }) => idHash)).toEqual([secretHash(fresh)]);
  expect([await sessions.use(old), await sessions.use(unused)]).toEqual([undefined, undefined]);
});

it('a session notes its use once a minute, and no other’s', async () => {
  const { clock, ann, ben, sessions, kept } = await begun();
  const [anns] = [await sessions.start({ person: ann.id }), await sessions.start({ person: ben.id })];
  const begunAt = clock.now();
  const seen = async () =>
    (await kept()).flatMap(({ personId, seenAt }) =>
      personId === ann.id ? [(seenAt.getTime() - begunAt.getTime()) / 1000] : [],
    );
  clock.forward(59);
  expect(await sessions.use(anns)).toMatchObject({ name: 'Ann', via: 'session', session: shortOf(secretHash(anns)) });
  expect(await seen()).toEqual([0]);
  clock.forward(1);
  await sessions.use(anns);
  expect(await seen()).toEqual([60]);
  expect((await kept()).filter(({ seenAt }) => seenAt > begunAt)).toHaveLength(1);
  clock.forward(minute);
  await sessions.find(anns);
  expect(await seen()).toEqual([60]);
});

it('no one signs in who may not, and a session of someone who may no longer is none', async () => {
  const { ann, sessions, kept, inactive, logged } = await begun();
  const anns = await sessions.start({ person: ann.id });
  await inactive(ann.id);
  expect([await sessions.use(anns), await sessions.find(anns)]).toEqual([undefined, undefined]);
  await expect(sessions.start({ person: ann.id })).rejects.toMatchObject({ kind: 'not-let-in-any-more' });
  expect(await kept()).toHaveLength(1);
  expect(await sessions.end(anns)).toBeUndefined();
  expect([(await kept()).length, (await logged()).at(-1)]).toEqual([0, 'session ended by no one']);
});

it('signing out ends that session, and gives back the issuer’s token, sealed for it', async () => {
  const { ann, ben, sessions, kept, logged } = await begun();
  const anns = await sessions.start({ person: ann.id, sealedIdToken: (id) => `sealed for ${id}` });
  const bens = await sessions.start({ person: ben.id });
  const short = shortOf(secretHash(anns));
  expect(await sessions.end('unknown')).toBeUndefined();
  expect(await sessions.end(anns)).toEqual({ idToken: `sealed for ${short}`, session: short });
  expect([(await kept()).map(({ personId }) => personId), (await logged()).at(-1)]).toEqual([
    [ben.id],
    'session ended by Ann',
  ]);
  await sessions.keepIdToken(secretHash(bens), (id) => `later for ${id}`);
  expect(await sessions.end(bens)).toMatchObject({ idToken: `later for ${shortOf(secretHash(bens))}` });
});

it('a token received later is kept with its own session alone', async () => {
  const { ann, ben, sessions, kept } = await begun();
  const [anns] = [await sessions.start({ person: ann.id }), await sessions.start({ person: ben.id })];
  await sessions.keepIdToken(secretHash(anns), () => 'sealed');
  expect((await kept()).flatMap(({ personId, idToken }) => (idToken === null ? [] : [personId]))).toEqual([ann.id]);
});

it('the list has who is in: people and programs, oldest first, none that has ended', async () => {
  const { clock, rights, ann, ben, sessions, tokens, inactive } = await begun();
  const { record } = await tokens.create({ ...rights, name: 'bot' });
  const own = await tokens.create({ ...rights, name: 'laptop' }, by, 'Ben');
  await sessions.start({ person: ben.id });
  clock.forward(20 * minute);
  for (const token of [record.id, own.record.id]) {
    await sessions.start({ token });
    clock.forward(1);
  }
  await sessions.start({ person: ann.id });
  const listed = async () => (await sessions.list()).map(({ name, person }) => `${name} ${person ?? 'no person'}`);
  expect(await listed()).toEqual([...[`Ben ${ben.id}`, 'bot no person', `laptop ${ben.id}`, `Ann ${ann.id}`]]);
  clock.forward(15 * minute);
  expect(await listed()).toEqual(['bot no person', `laptop ${ben.id}`, `Ann ${ann.id}`]);
  await inactive(ann.id);
  await expect(sessions.revoke('Cat', by)).rejects.toMatchObject({
    detail: 'No open session is "Cat" or of "Cat". Signed in: "bot", "laptop", "Ann".',
  });
  clock.forward(8 * hour);
  await expect(sessions.revoke('Ben', by)).rejects.toMatchObject({
    detail: 'No open session is "Ben" or of "Ben". No one is signed in.',
  });
});

it('a program that is signed in has the rights of its own token, and of no other', async () => {
  const { rights, sessions, tokens } = await begun();
  const roles = ['viewer', 'admin'] as const;
  const made = [];
  for (const role of roles) made.push(await tokens.create({ ...rights, name: role, role }));
  const begin = made.map(({ record }) => sessions.start({ token: record.id }));
  const used = await Promise.all((await Promise.all(begin)).map((one) => sessions.use(one)));
  expect(used.map((one) => one?.role)).toEqual(roles);
});

it('ending by id ends that one, by name all of that person or program, and no one else’s', async () => {
  const { rights, ann, ben, sessions, tokens, kept } = await begun();
  const { record } = await tokens.create({ ...rights, name: 'bot' });
  const [first] = [await sessions.start({ person: ann.id }), await sessions.start({ person: ann.id })];
  await sessions.start({ person: ben.id });
  await sessions.start({ token: record.id });
  expect(await sessions.revoke(shortOf(secretHash(first)), by)).toMatchObject([{ name: 'Ann' }]);
  expect(await kept()).toHaveLength(3);
  expect(await sessions.revoke('bot', by)).toMatchObject([{ name: 'bot' }]);
  expect((await kept()).map(({ personId }) => personId).sort()).toEqual([ann.id, ben.id].sort());
  expect(await sessions.revoke('Ann', by)).toHaveLength(1);
  expect((await kept()).map(({ personId }) => personId)).toEqual([ben.id]);
});

it('with a person’s sessions end those of their tokens and their unused links, and no one else’s', async () => {
  const { clock, db, rights, ann, ben, sessions, tokens, links, kept, codeIn } = await begun();
  const own = await tokens.create({ ...rights, name: 'laptop' }, by, 'Ann');
  for (const whose of [{ person: ann.id }, { token: own.record.id }, { person: ben.id }]) await sessions.start(whose);
  const used = codeIn(await links.make({ ...rights, name: 'Ann' }));
  await links.redeem(used);
  clock.forward(hour);
  const late = codeIn(await links.make({ ...rights, name: 'Ann' }));
  await links.make({ ...rights, name: 'Ben' });
  await db.work((rows) => sessions.endAllOf(rows, ann.id, by));
  expect((await kept()).map(({ personId }) => personId)).toEqual([ben.id]);
  const left = await db.read((rows) => rows.find(SignInLink));
  expect(left.filter(({ usedAt }) => usedAt === null).map(({ personId }) => personId)).toEqual([ben.id]);
  expect(await links.redeem(late)).toBeUndefined();
});

it('a link signs in once, within its hour, by its own kind', async () => {
  const { clock, rights, ann, links, inactive, logged, codeIn } = await begun();
  const made = () => links.make({ ...rights, name: 'Ann' }).then(codeIn);
  const code = await made();
  expect(await links.redeem(code, true)).toBeUndefined();
  expect(await links.redeem(code)).toMatchObject({ name: 'Ann', person: ann.id });
  expect([await links.redeem(code), await links.redeem('unknown')]).toEqual([undefined, undefined]);
  const late = await made();
  clock.forward(hour);
  expect(await links.redeem(late)).toBeUndefined();
  const last = await made();
  await inactive(ann.id);
  expect([await links.redeem(last), (await logged()).at(-1)]).toEqual([undefined, 'link used by no one']);
});

it('a new link clears away those that are too old; a mailed one voids the mailed one before it, and no other', async () => {
  const { clock, db, rights, ann, ben, links, codeIn } = await begun();
  const left = async () => (await db.read((rows) => rows.find(SignInLink))).length;
  await links.make({ ...rights, name: 'Ann' });
  clock.forward(hour);
  const made = codeIn(await links.make({ ...rights, name: 'Ann' }));
  expect(await left()).toBe(1);
  const [bens, first, spent] = [await links.mail(ben.id), await links.mail(ann.id), await links.mail(ann.id)].map(
    codeIn,
  );
  expect(await links.redeem(first ?? '', true)).toBeUndefined();
  expect(await links.redeem(spent ?? '', true)).toMatchObject({ name: 'Ann' });
  const last = codeIn(await links.mail(ann.id));
  // What was used stays, since the log vouches for it.
  expect(await left()).toBe(4);
  for (const [code, mailed] of [
    [last, true],
    [bens ?? '', true],
    [made, false],
  ] as const)
    expect(await links.redeem(code, mailed)).toBeDefined();
});

it('a token allows what it was given, to the person who may, until it is revoked', async () => {
  const { rights, ann, sessions, tokens, kept, inactive } = await begun();
  const [bot, other] = [
    await tokens.create({ ...rights, name: 'bot' }),
    await tokens.create({ ...rights, name: 'other' }),
  ];
  const own = await tokens.create({ ...rights, name: 'laptop', role: 'admin' }, by, 'Ann');
  expect(await tokens.rightsOf(bot.token)).toEqual({ ...rights, name: 'bot', token: bot.record.id });
  expect(await tokens.rightsOf(own.token)).toMatchObject({ name: 'Ann', role: 'reviewer', person: ann.id });
  expect(await tokens.rightsOf(`${bot.token}x`)).toBeUndefined();
  expect(await tokens.stillAllows(bot.token, { ...rights, name: 'bot' })).toBe(true);
  expect(await tokens.stillAllows(bot.token, { ...rights, name: 'bot', pay: false })).toBe(false);
  for (const { record } of [bot, other]) await sessions.start({ token: record.id });
  await tokens.revoke('bot', by);
  expect(await tokens.stillAllows(bot.token, { ...rights, name: 'bot' })).toBe(false);
  expect(await tokens.rightsOf(bot.token)).toBeUndefined();
  expect((await kept()).map(({ tokenId }) => tokenId)).toEqual([other.record.id]);
  await expect(tokens.revoke('bot', by)).rejects.toMatchObject({
    detail: 'No token in use is called "bot". There are: "other", "laptop".',
  });
  // Its name is free again.
  const again = await tokens.create({ ...rights, name: 'bot' });
  expect((await tokens.revoke(other.record.id, by)).name).toBe('other');
  await inactive(ann.id);
  expect(await tokens.rightsOf(own.token)).toBeUndefined();
  await expect(tokens.create({ ...rights, name: 'phone' }, by, 'Ann')).rejects.toMatchObject({
    kind: 'person-inactive',
  });
  await tokens.revoke(again.record.id, by);
  await tokens.revoke('laptop', by);
  await expect(tokens.revoke('laptop', by)).rejects.toMatchObject({
    detail: 'No token in use is called "laptop". There are none.',
  });
});

it('a token notes its use once a minute, and no other’s', async () => {
  const { clock, db, rights, tokens } = await begun();
  const [bot] = [await tokens.create({ ...rights, name: 'bot' }), await tokens.create({ ...rights, name: 'other' })];
  const begunAt = clock.now().getTime();
  const used = async () => {
    await tokens.rightsOf(bot.token);
    const all = await db.read((rows) => rows.find(ApiToken, { order: { name: 'ASC' } }));
    return all.map(({ lastUsedAt }) => (lastUsedAt === null ? null : (lastUsedAt.getTime() - begunAt) / 1000));
  };
  expect(await used()).toEqual([0, null]);
  clock.forward(59);
  expect(await used()).toEqual([0, null]);
  clock.forward(1);
  expect(await used()).toEqual([60, null]);
});

it('people are found by id, address and name; at the terminal by login before name', async () => {
  const { db, rights, add, ann, ben } = await begun();
  const people = new People(db);
  for (const named of [ann.id, 'ANN@ash.example', 'Ann']) expect((await people.find(named)).id).toBe(ann.id);
  await expect(people.find('Cat')).rejects.toMatchObject({ kind: 'no-such-person' });
  const cat = await add('annie', { login: 'cat' });
  expect((await people.atTerminal('annie'))?.id).toBe(ann.id);
  expect((await people.atTerminal('Ben'))?.id).toBe(ben.id);
  expect((await people.atTerminal('cat'))?.id).toBe(cat.id);
  expect(await people.atTerminal('dan')).toBeUndefined();
  expect((await people.list()).map(({ name }) => name)).toEqual(['Ann', 'Ben', 'annie']);
  // Someone who is known keeps their rights, under the name with and without its spaces.
  const known = await db.work((rows) => personWith(db, rows, { ...rights, name: ' Ann ', role: 'admin' }, by));
  expect([known.id, known.role]).toEqual([ann.id, 'reviewer']);
  const made = await db.work((rows) => personWith(db, rows, { ...rights, name: ' Dan ', role: 'admin' }, by));
  expect([made.name, made.role, made.active]).toEqual(['Dan', 'admin', true]);
  await db.work((rows) => rows.update(Person, { id: made.id }, { active: false }));
  await expect(db.work((rows) => personWith(db, rows, { ...rights, name: 'Dan' }, by))).rejects.toMatchObject({
    kind: 'person-inactive',
  });
});

it('a program’s token has a name of its own; a person’s may have theirs, and none is in use twice', async () => {
  const { rights, tokens } = await begun();
  await tokens.create({ ...rights, name: 'bot' });
  await tokens.create({ ...rights, name: 'Ann' }, by, 'Ann');
  const refused = (name: string, person?: string) =>
    tokens.create({ ...rights, name }, by, person).then(
      () => 'made',
      ({ kind, detail }: { kind: string; detail: string }) => `${kind}: ${detail}`,
    );
  expect(await refused('  ')).toBe('wrong-token-name: A program needs a name.');
  expect(await refused('Ben')).toMatch(/^name-of-person: "Ben" is a person/);
  for (const person of [undefined, 'Ben']) expect(await refused('bot', person)).toMatch(/^token-name-taken: /);
  expect(await refused('Ann', 'Ben')).toMatch(/^token-name-taken: /);
  expect(await refused('schedule')).toMatch(/^name-reserved: /);
});
