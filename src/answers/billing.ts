import * as z from 'zod';
import { listOf, paging, period, word, year } from '../views/lists/lists.js';
import { reads } from './answer.js';
import { reachedBy, toolsOf } from './asked.js';

export const listBilling = reads({
  of: 'Companies',
  name: 'listBilling',
  at: 'GET /api/billing',
  role: 'viewer',
  takes: z.strictObject({ company: word.optional(), year, period, ...paging }),
  gives: listOf(
    z
      .object({
        companyId: z.string(),
        company: z.string(),
        year: z.number().int(),
        period: z.number().int(),
        payslips: z.number().int(),
        payDates: z.number().int(),
        corrections: z.number().int().meta({ description: 'Journals that were amended, reversed or removed.' }),
        adjustments: z.number().int().meta({ description: 'Adjustments that were posted.' }),
        linksSent: z.number().int().meta({ description: 'To the client, for its approval.' }),
        acts: z
          .array(z.object({ who: z.string(), act: z.string(), times: z.number().int() }))
          .meta({ description: 'What people and programs did, as the log has it; not what the schedule did.' }),
      })
      .meta({ id: 'Billed' }),
  ),
  summary: 'what was done for each client in a tax month, to bill from; without any amount',
  does: async (asked, { company, cursor, limit, ...month }) => {
    const { billed } = await import('../views/company/billing.js');
    const { database } = await toolsOf(asked);
    const viewer = await reachedBy(asked, company);
    const page = { after: cursor, size: limit };
    const { rows, next } = await database.read((read) => billed(read, viewer, month, page));
    return { items: rows, next };
  },
});
