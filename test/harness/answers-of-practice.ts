import { z } from 'zod';
import { count, day, money, remark, sending, text } from './answers-of-runs.js';

/** What commands answer of companies, their payroll, and who may do what with `--json`. */

const moment = z.iso.datetime();
const companyFields = {
  ...{ company: text, subdomain: text.nullable(), life: text, mode: text, postFrom: day.nullable() },
  ...{ policyVersion: count, lastSyncedAt: text.nullable(), problem: text.nullable() },
};
export const company = z.strictObject(companyFields);
export const companyActed = company.extend({ sending });
export const connected = z.union([
  company.extend({ created: z.boolean() }),
  z.strictObject({ practice: text, subdomain: text, created: z.boolean() }),
  z.strictObject({ authorizeUrl: z.url(), expiresAt: moment }),
]);
export const imported = z.strictObject({
  ...{ imported: z.array(company), known: count },
  leftOut: z.array(z.strictObject({ company: text, subdomain: text.optional(), reason: text })),
});
export const policy = z.strictObject({
  ...{ company: text, policyVersion: count, policy: z.looseObject({ mode: text }), sending: sending.optional() },
});
const share = z.strictObject({ account: text, before: money, after: money });
const rule = z.looseObject({ from: day });
export const allocations = z.strictObject({
  ...{ company: text, policyVersion: count, allocations: z.record(text, z.array(rule)), year: count },
  people: z.array(z.strictObject({ user: text, name: text, director: z.boolean(), rules: z.array(rule) })),
  cost: z.array(z.strictObject({ account: text, amount: money })),
  preview: z
    .strictObject({ year: count, period: count, datedOn: day, accounts: z.array(share), holds: z.array(remark) })
    .optional(),
  sending: sending.optional(),
});
export const erased = z.strictObject({ company: text, payRuns: count, years: z.array(count).optional() });
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
export const files = z.array(
  z.strictObject({
    ...{ id: text, file: text, ...inFile, receivedAt: moment, by: text, withdrawnAt: moment.optional() },
    sendingAsked: z.literal(true).optional(),
  }),
);
export const withdrawn = z.strictObject({ id: text, withdrawnAt: moment });
export const sources = z.array(
  z.strictObject({
    ...{ name: text, kind: z.enum(['service', 'files']), prefix: text },
    ...{ people: count.optional(), lastPaid: day.optional(), from: day.optional(), until: day.optional() },
  }),
);
export const payrollMoved = z.strictObject({
  ...{ company: text, from: text, to: text, on: day, policyVersion: count },
  sending: sending.optional(),
});
export const peopleOfFiles = z.array(
  z.strictObject({
    ...{ id: text, name: text, toDate: text.optional(), user: text.optional(), userName: text.optional() },
    ...{ proposed: text.optional(), proposedName: text.optional() },
  }),
);
export const pensions = z.strictObject({
  ...{ year: text.optional(), confirmed: text.optional(), toConfirm: z.boolean() },
  ...{ paysNothing: text.optional(), paysIn: text.optional() },
  people: z.array(
    z.strictObject({
      ...{ id: text, name: text, said: text.optional(), from: day.optional() },
      by: z.enum(['report', 'name', 'rule']).optional(),
      asks: z.enum(['never said', 'lapsed', 'band not known']).optional(),
    }),
  ),
  months: z.array(z.strictObject({ month: text, payroll: money, provider: money.optional() })),
});
export const columns = z.strictObject({
  map: z.looseObject({ person: text, fields: z.record(text, text) }).nullable(),
  ...{ open: z.array(text), netAgrees: z.boolean().nullable(), saved: z.boolean() },
});

const rights = {
  ...{ name: text, role: z.enum(['viewer', 'reviewer', 'admin']), pay: z.boolean() },
  companies: z.array(text).nullable(),
};
export const person = z.strictObject({
  ...{ id: text, ...rights, email: text.optional(), login: text.optional() },
  identity: z.strictObject({ issuer: text, subject: text }).optional(),
  ...{ active: z.boolean(), digest: z.enum(['daily', 'month_close', 'never']), createdAt: moment },
});
export const session = z.strictObject({
  ...{ id: text, ...rights, person: text.optional(), createdAt: moment, seenAt: moment, expiresAt: moment },
});
export const token = z.strictObject({
  ...{ id: text, ...rights, personId: text.nullable(), createdAt: moment },
  ...{ lastUsedAt: moment.optional(), revokedAt: moment.optional() },
});
export const signInLink = z.strictObject({ url: z.url(), expiresAt: moment });
export const examined = z.array(
  z.strictObject({ check: text, company: text.optional(), ok: z.boolean(), detail: text, todo: text.optional() }),
);
