import * as z from 'zod';
import { day, moment, money } from '../../ground/written.js';

export const logEntry = z
  .object({
    id: z.number().int(),
    at: moment,
    company: z.string(),
    companyId: z.string(),
    act: z.string(),
    outcome: z.string(),
    actor: z.string(),
    trigger: z.string(),
    policyVersion: z.number().int().optional(),
    tag: z.string().optional(),
    run: z.object({ year: z.number().int(), period: z.number().int(), datedOn: day, tag: z.string() }).optional(),
    totals: z.object({ gross: money, net: money, taxAuthority: money }).optional(),
    journalSet: z.string().optional(),
    answer: z.string().optional(),
    reason: z.string().optional().meta({ description: 'A person’s own words.' }),
    decided: z
      .looseObject({ kind: z.string() })
      .optional()
      .meta({ description: 'What was decided: which hold or payslip field, how it is treated, and for whom.' }),
    to: z.string().optional().meta({ description: 'To whom a pay run was assigned.' }),
    clientOf: z
      .object({ year: z.number().int(), period: z.number().int() })
      .optional()
      .meta({ description: 'The tax month that a client was asked about; then `reason` is what the client said.' }),
    changed: z
      .array(z.string())
      .optional()
      .meta({ description: 'What a version of the policy changed: the setting, what it was and what it is.' }),
    decision: z.string().optional().meta({ description: 'The short id of the decision, which `take-back` takes.' }),
    pays: z
      .array(z.string())
      .optional()
      .meta({ description: 'In a search: the people of that name whom its pay run pays.' }),
    holds: z.array(z.string()),
    reviewer: z.string().optional(),
  })
  .meta({ id: 'LogEntry' });
