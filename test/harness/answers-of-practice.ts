import { z } from 'zod';
import { companyAnswer } from '../../src/answers/companies.js';
import { count, day, money, strictly, text } from './answers-of-runs.js';

/** What commands answer of companies, their payroll, and who may do what with `--json`. */

const moment = z.iso.datetime();
export const imported = z.strictObject({
  ...{ imported: z.array(strictly(companyAnswer)), known: count },
  leftOut: z.array(z.strictObject({ company: text, subdomain: text.optional(), reason: text })),
});
export const settings = z.strictObject({
  items: z.array(
    z.strictObject({
      ...{ company: text, changes: z.array(text) },
      ...{ policyVersion: count.optional(), problem: text.optional() },
    }),
  ),
});
export const digest = z.strictObject({
  companies: z.array(
    z.strictObject({
      ...{ company: text, needsYou: count, ready: count, clientAsks: count, clientSilent: count, notSynced: count },
      notSyncedSince: text.optional(),
    }),
  ),
  due: z.strictObject({ on: day, month: text }).optional(),
});

const inFile = {
  ...{ kind: z.enum(['fps', 'eps', 'report']), year: count, payments: count, paidOn: z.array(day) },
  returned: z
    .strictObject({
      ...{ toMonth: count.optional(), recovered: money, compensation: money, cisSuffered: money, levy: money },
      allowanceClaimed: z.boolean().optional(),
      noPayment: z.array(z.strictObject({ from: day, to: day })),
    })
    .optional(),
};
const codeAndWords = z.array(z.strictObject({ code: text, message: text }));
const runPreviewed = z.strictObject({
  ...{ what: text, year: count, period: count, paidOn: day, people: count, would: text },
  change: z.enum(['new', 'changed', 'same', 'gone']),
  paid: z.array(z.strictObject({ name: text, gross: money, net: money })).optional(),
  totals: z.strictObject({ gross: money, net: money, taxAuthority: money, pension: money, other: money }).optional(),
  accounts: z.array(z.strictObject({ account: text, name: text, debit: money })).optional(),
  ...{ holds: codeAndWords, warnings: codeAndWords },
});
const monthPreviewed = z.strictObject({
  ...{ year: count, period: count },
  amounts: z.array(z.strictObject({ what: text, before: money, after: money })),
});
const ofFile = { file: text, company: text, companyId: text, ...inFile };
export const received = z.array(
  z.discriminatedUnion('outcome', [
    z.strictObject({ ...ofFile, outcome: z.enum(['received', 'known']), id: text }),
    z.strictObject({
      ...ofFile,
      ...{ outcome: z.literal('preview'), isKnown: z.boolean(), notes: z.array(text) },
      ...{ runs: z.array(runPreviewed), months: z.array(monthPreviewed) },
    }),
    z.strictObject({
      ...{ file: text, outcome: z.literal('refused') },
      error: z.strictObject({ title: text, detail: text, todo: text }),
    }),
  ]),
);
export const columns = z.strictObject({
  map: z.looseObject({ person: text, fields: z.record(text, text) }).nullable(),
  ...{ open: z.array(text), netAgrees: z.boolean().nullable(), saved: z.boolean() },
});

const rights = {
  ...{ name: text, role: z.enum(['viewer', 'reviewer', 'admin']), pay: z.boolean() },
  companies: z.array(text).optional(),
};
export const token = z.strictObject({
  ...{ id: text, ...rights, personId: text.optional(), createdAt: moment },
  ...{ lastUsedAt: moment.optional(), revokedAt: moment.optional() },
});
export const signInLink = z.strictObject({ url: z.url(), expiresAt: moment });
export const examined = z.strictObject({
  items: z.array(
    z.strictObject({ check: text, company: text.optional(), ok: z.boolean(), detail: text, todo: text.optional() }),
  ),
});
