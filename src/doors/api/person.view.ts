import * as z from 'zod';
import { moment } from '../../ground/written.js';
import { digestChoices } from '../../access/person.entity.js';
import { roles } from '../../access/principal.js';
import type { OpenSession } from '../../access/sessions.js';
import { reasonCharactersMax } from '../../acts/reason.js';
import { word } from '../../views/lists/lists.js';

const reach = z
  .array(word)
  .max(5000)
  .nullable()
  .meta({ description: 'Ids, names or subdomains of companies; null is all of them, including later ones.' });
const email = z.email().max(200);

export const personView = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string().optional(),
    login: z.string().optional().meta({ description: 'Their user name at the terminal.' }),
    role: z.enum(roles),
    pay: z.boolean().meta({ description: 'May see what a single person is paid.' }),
    companies: z.array(z.string()).nullable().meta({ description: 'Ids; null is all of them, including later ones.' }),
    active: z.boolean(),
    identity: z
      .object({ issuer: z.string(), subject: z.string() })
      .optional()
      .meta({ description: 'Who they are at the issuer, where they sign in there.' }),
    digest: z.enum(digestChoices).meta({ description: 'Which e-mail they get.' }),
    createdAt: moment,
  })
  .meta({ id: 'Person' });

export const newPerson = z
  .strictObject({
    name: word,
    email: email.optional(),
    login: word.optional(),
    role: z.enum(roles),
    pay: z.boolean().optional().meta({ description: 'Reviewers and administrators do, unless it is false.' }),
    companies: reach.optional(),
    digest: z.enum(digestChoices).optional(),
  })
  .meta({ id: 'NewPerson' });

export const personChange = z
  .strictObject({
    name: word.optional(),
    email: email.nullable().optional(),
    login: word.nullable().optional(),
    role: z.enum(roles).optional(),
    pay: z.boolean().optional(),
    companies: reach.optional(),
    active: z.boolean().optional(),
    identity: z.null().optional().meta({
      description:
        'Null removes their identity at the issuer, and signs them out. Only they can add one, by signing in there.',
    }),
    digest: z.enum(digestChoices).optional(),
    reason: z.string().max(reasonCharactersMax).optional().meta({
      description: 'Where two administrators must ask for it, and there is only one.',
    }),
  })
  .refine(({ reason: _, ...change }) => Object.keys(change).length > 0, 'at least one change is expected')
  .meta({ id: 'PersonChange', description: 'What is left out stays as it is.' });

export const sessionView = z
  .object({
    id: z.string(),
    name: z.string(),
    person: z.string().optional().meta({ description: 'Absent when a program’s token opened it.' }),
    role: z.enum(roles),
    createdAt: moment,
    seenAt: moment,
    expiresAt: moment,
  })
  .meta({ id: 'Session' });

export const sessionViewOf = ({ id, name, person, role, createdAt, seenAt, expiresAt }: OpenSession) => ({
  ...{ id, name, person, role, createdAt, seenAt, expiresAt },
});
