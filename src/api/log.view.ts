import * as z from 'zod';
import type { LogRow } from '../views/log/log-view.js';

export const logEntry = z
  .object({
    id: z.number().int(),
    at: z.string(),
    company: z.string(),
    companyId: z.string(),
    act: z.string(),
    outcome: z.string(),
    actor: z.string(),
    trigger: z.string(),
    tag: z.string().optional(),
    run: z.object({ year: z.number().int(), period: z.number().int(), datedOn: z.string() }).optional(),
    totals: z.object({ gross: z.string(), net: z.string(), taxAuthority: z.string() }).optional(),
    journalSet: z.string().optional(),
    answer: z.string().optional(),
    reason: z.string().optional().meta({ description: 'A person’s own words.' }),
    decided: z
      .looseObject({ kind: z.string() })
      .optional()
      .meta({ description: 'What was decided: which hold or payslip field, how it is treated, and for whom.' }),
    pays: z
      .array(z.string())
      .optional()
      .meta({ description: 'In a search: the people of that name whom its pay run pays.' }),
    holds: z.array(z.string()),
    reviewer: z.string().optional(),
  })
  .meta({ id: 'LogEntry' });
export function logEntryOf({
  at,
  totals,
  holdCodes,
  hidden: _,
  decided,
  pays,
  ...row
}: LogRow): z.infer<typeof logEntry> {
  return {
    ...row,
    at: at.toISOString(),
    holds: [...holdCodes],
    decided: decided && { ...decided },
    pays: pays && [...pays],
    totals: totals && {
      gross: totals.gross.toString(),
      net: totals.net.toString(),
      taxAuthority: totals.taxAuthority.toString(),
    },
  };
}
