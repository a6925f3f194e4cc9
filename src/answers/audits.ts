import * as z from 'zod';
import { auditShown } from '../audit/answer.js';
import { notHere } from '../access/refusals.js';
import { today } from '../ground/clock.js';
import { moment, money } from '../ground/written.js';
import { taxYearOf } from '../journal/nouns/dates.js';
import { listOf, paging, word, year } from '../views/lists/lists.js';
import { acts, type Asked, reads } from './answer.js';
import { companyOf, toolsOf } from './asked.js';
import { syncsStarted } from './syncs.js';

const inThis = { of: 'Audits' } as const;
const ofYear = year.optional().meta({ description: 'The tax year by the year it ends in; absent is the present one.' });

const audit = auditShown.extend({ company: z.string(), companyId: z.string(), readAt: moment }).meta({
  id: 'Audit',
  description:
    'A tax year’s journals against its payroll. Amounts are what is found less what should be, debits positive, and need the right to see pay, as the accounts do; the causes of a run add up to its difference.',
});

export const startAudits = acts({
  ...inThis,
  name: 'startAudits',
  at: 'POST /api/audits',
  role: 'reviewer',
  status: 202,
  takes: z.strictObject({
    company: word.optional().meta({ description: 'Id, name or subdomain; absent is every company of this token.' }),
    year: ofYear,
  }),
  gives: syncsStarted.meta({ id: 'AuditsStarted' }),
  summary: 'read a year’s journals and say what is wrong with them; posts nothing. Follow it at `href`, as a sync',
  location: ({ href }) => href,
  does: async (asked, { company, year: asks }) => {
    const { startSyncs } = await import('./syncs.js');
    return startSyncs(asked, company, { audit: asks ?? (await presentYear(asked)) });
  },
});

export const getAudit = reads({
  ...inThis,
  name: 'getAudit',
  at: 'GET /api/audits/:company',
  role: 'viewer',
  showsPay: 'audit',
  takes: z.strictObject({ company: word, year: year.optional().meta({ description: 'Absent is the last made.' }) }),
  gives: audit,
  summary: 'the audit of a company, as it was last made',
  does: async (asked, { company: name, year: asks }) => {
    const { auditKept } = await import('../views/company/audits.js');
    const { id: companyId, name: company } = await companyOf(asked, name);
    const { database } = await toolsOf(asked);
    const kept = await database.read((rows) => auditKept(rows, asked.who, { companyId, year: asks }));
    if (kept === undefined) throw notHere('audit of this company and year: POST /api/audits makes one');
    return { ...kept.answer, company, companyId, readAt: kept.readAt };
  },
});

export const listAudits = reads({
  ...inThis,
  name: 'listAudits',
  at: 'GET /api/audits',
  role: 'viewer',
  showsPay: 'audit',
  takes: z.strictObject({ year: ofYear, ...paging }),
  gives: listOf(
    z
      .object({
        companyId: z.string(),
        company: z.string(),
        year: z.number().int(),
        readAt: moment,
        wrong: z.number().int().meta({ description: 'Pay runs that do not agree, and journals of no pay run.' }),
        misstated: money
          .optional()
          .meta({ description: 'Out on creditors and profit, and not corrected. Needs the right to see pay.' }),
      })
      .meta({ id: 'AuditListed' }),
  ),
  summary: 'the audits of a tax year, the worst first',
  does: async (asked, { year: asks, cursor, limit }) => {
    const { auditsListed } = await import('../views/company/audits.js');
    const { database } = await toolsOf(asked);
    const of = asks ?? (await presentYear(asked));
    const page = { after: cursor, size: limit };
    const { rows, next } = await database.read((read) => auditsListed(read, asked.who, of, page));
    return { items: rows, next };
  },
});

const presentYear = async (asked: Asked): Promise<number> => taxYearOf(today((await toolsOf(asked)).database.clock));
