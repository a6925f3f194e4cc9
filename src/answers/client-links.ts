import * as z from 'zod';
import { moment } from '../ground/written.js';
import { listOf, period, word, year } from '../views/lists/lists.js';
import { acts, reads } from './answer.js';
import { companyOf, toolsOf, whoOf } from './asked.js';
import { company } from './companies.js';

const inThis = { of: 'Evidence', role: 'reviewer' } as const;

export const listClientLinks = reads({
  ...inThis,
  name: 'listClientLinks',
  at: 'GET /api/companies/:company/client-links',
  takes: z.strictObject({ company, year: year.optional(), period: period.optional() }),
  gives: listOf(
    z
      .object({
        id: z.string(),
        year: z.number().int(),
        period: z.number().int(),
        askedBy: z.string(),
        askedAt: moment,
        expiresAt: moment,
        state: z.enum(['open', 'answered', 'ended', 'expired']).meta({
          description: 'Ended: withdrawn, another of its month was answered, or its maker may not make one any more.',
        }),
      })
      .meta({ id: 'ClientLinkSent' }),
  ),
  summary: 'the links that a client was sent, the last one first; never the links themselves',
  does: async (asked, { company: name, ...month }) => {
    const { clientLinks } = await import('../views/company/client-links.js');
    const { id: companyId } = await companyOf(asked, name);
    const { database } = await toolsOf(asked);
    const now = database.clock.now();
    return { items: await database.read((rows) => clientLinks(rows, { companyId, ...month }, now)) };
  },
});

export const withdrawClientLink = acts({
  ...inThis,
  name: 'withdrawClientLink',
  at: 'POST /api/companies/:company/client-links/:link/withdraw',
  takes: z.strictObject({ company, link: word }),
  gives: z.object({ id: z.string(), state: z.literal('ended') }).meta({ id: 'ClientLinkEnded' }),
  summary: 'end a link: from now on it shows nothing and takes no answer',
  does: async (asked, { company: name, link: id }) => {
    const { withdrawClientLink: withdraw } = await import('../acts/approval/withdraw-client-link.js');
    await withdraw(await toolsOf(asked), await companyOf(asked, name), { id, who: whoOf(asked) });
    return { id, state: 'ended' as const };
  },
});

export const makeClientLink = acts({
  ...inThis,
  name: 'makeClientLink',
  at: 'POST /api/companies/:company/client-links',
  status: 201,
  isSecret: true,
  takes: z.strictObject({ company, year, period }).meta({ id: 'TaxMonth' }),
  gives: z
    .object({
      company: z.string(),
      year: z.number().int(),
      period: z.number().int(),
      url: z.string().meta({ description: 'Shown once, and not kept.' }),
      expiresAt: moment,
    })
    .meta({ id: 'ClientLink' }),
  summary: 'make a link by which a client approves the payments of a month, or asks a question',
  does: async (asked, { company: named, ...month }) => {
    const { askClient } = await import('../acts/approval/ask-client.js');
    const { configKey } = await import('../ground/config.module.js');
    const found = await companyOf(asked, named);
    const { publicUrl } = asked.parts.get<{ readonly publicUrl: string }>(configKey as never);
    const act = { ...month, who: whoOf(asked), pay: asked.who.pay, publicUrl };
    return { company: found.name, ...month, ...(await askClient(await toolsOf(asked), found, act)) };
  },
});
