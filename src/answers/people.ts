import * as z from 'zod';
import type { Person } from '../access/person.entity.js';
import { digestChoices, roles, seesPayByDefault } from '../access/principal.js';
import { reasonCharactersMax } from '../acts/reason.js';
import { moment } from '../ground/written.js';
import { listOf, word } from '../views/lists/lists.js';
import { acts, reads } from './answer.js';
import { companyIds, toolsOf, whoOf } from './asked.js';

// Who may sign in, and who has. Only for administrators of every company, because it shows who reaches which.
const inThis = { of: 'People', role: 'admin everywhere' } as const;

const reach = z
  .array(word)
  .max(5000)
  .nullable()
  .meta({ description: 'Ids, names or subdomains of companies; null is all of them, including later ones.' });
const email = z.email().max(200);
const digest = z.enum(digestChoices).meta({ description: 'Which e-mail they get.' });
const person = word.meta({ description: 'their name, e-mail address or id' });

const personAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string().optional(),
    login: z.string().optional().meta({ description: 'Their user name at the terminal.' }),
    role: z.enum(roles),
    pay: z.boolean().meta({ description: 'May see amounts of payroll.' }),
    companies: z
      .array(z.string())
      .optional()
      .meta({ description: 'Ids; absent is all of them, including later ones.' }),
    active: z.boolean(),
    identity: z
      .object({ issuer: z.string(), subject: z.string() })
      .optional()
      .meta({ description: 'Who they are at the issuer, where they sign in there.' }),
    digest,
    createdAt: moment,
  })
  .meta({ id: 'Person' });

const sessionAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    person: z.string().optional().meta({ description: 'Absent when a program’s token opened it.' }),
    role: z.enum(roles),
    pay: z.boolean(),
    companies: z.array(z.string()).optional(),
    createdAt: moment,
    seenAt: moment,
    expiresAt: moment,
  })
  .meta({ id: 'Session' });

export const listPeople = reads({
  ...inThis,
  name: 'listPeople',
  at: 'GET /api/people',
  takes: z.strictObject({}),
  gives: listOf(personAnswer),
  summary: 'list everyone, including those who may no longer sign in, by name',
  does: async (asked) => {
    const { People } = await import('../access/people.js');
    return { items: (await new People((await toolsOf(asked)).database).list()).map(personShown) };
  },
});

export const addPerson = acts({
  ...inThis,
  name: 'addPerson',
  at: 'POST /api/people',
  status: 201,
  takes: z
    .strictObject({
      name: word.meta({ description: 'their name in the log' }),
      email: email.optional().meta({ description: 'where a sign-in link and the digest go' }),
      login: word
        .optional()
        .meta({ description: 'their user name at the terminal: commands of this user are logged as theirs' }),
      role: z.enum(roles),
      pay: z.boolean().optional().meta({ description: 'Reviewers and administrators do, unless it is false.' }),
      companies: reach.optional(),
      digest: digest.optional(),
    })
    .meta({ id: 'NewPerson' }),
  gives: personAnswer,
  summary: 'add someone who may sign in',
  does: async (asked, given) => {
    const { addPerson: add } = await import('../acts/people/add-person.js');
    const { pay = seesPayByDefault(given.role) } = given;
    const companies = (await companyIds(asked, given.companies)) ?? null;
    return personShown(await add(await toolsOf(asked), { ...given, pay, companies }, whoOf(asked)));
  },
});

export const changePerson = acts({
  ...inThis,
  name: 'changePerson',
  at: 'PATCH /api/people/:person',
  takes: z
    .strictObject({
      person,
      name: word.optional().meta({ description: 'another name; what they did before keeps the old one' }),
      email: email.nullable().optional().meta({ description: 'another address; at the terminal empty for none' }),
      login: word.nullable().optional().meta({ description: 'their user name at the terminal; empty for none there' }),
      role: z.enum(roles).optional().meta({ description: 'what they may do' }),
      pay: z.boolean().optional(),
      companies: reach.optional(),
      active: z.boolean().optional().meta({ description: 'may sign in again' }),
      identity: z.null().optional().meta({
        description:
          'Null removes their identity at the issuer, and signs them out. Only they can add one, by signing in there.',
      }),
      digest: digest.optional(),
      reason: z.string().max(reasonCharactersMax).optional().meta({
        description: 'where two administrators must ask for it, and there is only one',
      }),
    })
    .refine(
      (given) => Object.keys(given).some((name) => name !== 'person' && name !== 'reason'),
      'at least one change is expected',
    )
    .meta({ id: 'PersonChange', description: 'What is left out stays as it is.' }),
  gives: personAnswer,
  summary: 'change what someone may do; a change of rights signs them out',
  description:
    'Where a company that they reach asks for two pairs of eyes, another name, address, user name or identity of someone who may review, and more rights, take two administrators: the first is answered 403 `second-administrator-needed`, and it is done when another asks the same within a week. Where there is no other, the same one asks again after a day, each time with a `reason`, which the month file prints. No program’s token may ask. Taking rights away takes one.',
  does: async (asked, { person: named, reason, ...given }) => {
    const { changePerson: change } = await import('../acts/people/change-person.js');
    const companies = await companyIds(asked, given.companies);
    const changed = { change: { ...given, companies }, who: whoOf(asked), reason };
    return personShown(await change(await toolsOf(asked), named, changed));
  },
});

export const erasePerson = acts({
  ...inThis,
  name: 'forgetPerson',
  at: 'POST /api/people/:person/erase',
  takes: z.strictObject({ person }),
  gives: z
    .object({ names: z.number().int().meta({ description: 'How many names they had.' }) })
    .meta({ id: 'Forgotten' }),
  summary: 'erase the names and addresses of someone who may not sign in any more; what they did stays in the log',
  does: async (asked, { person: named }) => {
    const { forgetPerson } = await import('../acts/people/forget-person.js');
    return forgetPerson(await toolsOf(asked), named, whoOf(asked));
  },
});

export const listSessions = reads({
  ...inThis,
  name: 'listSessions',
  at: 'GET /api/sessions',
  takes: z.strictObject({}),
  gives: listOf(sessionAnswer),
  summary: 'list who is signed in, the longest first',
  does: async (asked) => {
    const { Sessions } = await import('../access/sessions.js');
    return { items: await new Sessions((await toolsOf(asked)).database).list() };
  },
});

export const revokeSession = acts({
  ...inThis,
  name: 'revokeSession',
  at: 'POST /api/sessions/:session/revoke',
  takes: z.strictObject({ session: word.meta({ description: 'its id, or the name of the person' }) }),
  gives: listOf(sessionAnswer),
  summary: 'end a session, or all sessions of a person and their unused sign-in links, at once',
  does: async (asked, { session }) => {
    const { endSession } = await import('../acts/people/end-session.js');
    return { items: await endSession(await toolsOf(asked), session, whoOf(asked)) };
  },
});

const personShown = ({ issuer, subject, ...person }: Person) => ({
  ...person,
  identity: issuer === null || subject === null ? undefined : { issuer, subject },
});
