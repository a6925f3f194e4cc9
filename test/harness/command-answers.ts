import { z } from 'zod';
import { auditAnswer } from '../../src/audit/answer.js';
import { adjustedAnswer, adjustmentAnswer } from '../../src/answers/adjustments.js';
import * as allocations from '../../src/answers/allocations.js';
import { makeClientLink } from '../../src/answers/client-links.js';
import * as companies from '../../src/answers/companies.js';
import { getControlAccounts } from '../../src/answers/control-accounts.js';
import { actedAnswer, postManyRuns, getPayRun } from '../../src/answers/pay-runs.js';
import * as files from '../../src/answers/payroll-files.js';
import * as people from '../../src/answers/people.js';
import { getWork } from '../../src/answers/work.js';
import * as practice from './answers-of-practice.js';
import * as runs from './answers-of-runs.js';
import { count, day, problem, text } from './answers-of-runs.js';

/**
 * What commands answer with `--json`, read strictly wherever a test runs one: a field that is not named here, or one that
 * is missing, fails the test. experience.md has the contract of the first six.
 */
const declared = (...all: z.ZodType[]): z.ZodType => z.union(all.map(runs.strictly));
const acted = declared(actedAnswer, adjustedAnswer);
const actedOnMany = declared(actedAnswer, adjustedAnswer, postManyRuns.gives);
const ofCompany = declared(companies.pauseCompany.gives);
const mappedLine = z.strictObject({
  ...{ category: text, user: text.optional(), debit_value: runs.money, description: text, payslip: text.optional() },
  ...{ from: z.array(text), why: z.array(z.looseObject({ because: text, of: runs.money })).optional() },
});
const mapped = z.strictObject({
  outcome: z.enum(['post', 'hold', 'nothing']),
  journal_sets: z.array(
    z.strictObject({ dated_on: day, description: text, tag: text, journal_entries: z.array(mappedLine) }),
  ),
  ...{ holds: z.array(runs.remark), warnings: z.array(runs.remark), totals: runs.totals },
  recovery: z.looseObject({ verdict: text, total: runs.money.optional() }).optional(),
  paye: z.record(text, runs.money).optional(),
});
const returned = z.strictObject({
  ...{ outcome: z.literal('return'), month: count.optional(), recovered: runs.money, compensation: runs.money },
  ...{ cis_suffered: runs.money, levy: runs.money },
});
const logLine = z.strictObject({
  ...{ id: count, at: text, companyId: text, company: text, actor: text, trigger: text, act: text, outcome: text },
  ...{ tag: text.optional(), journalSet: text.optional(), answer: text.optional(), holds: z.array(text) },
  ...{ reason: text.optional(), to: text.optional(), changed: z.array(text).optional(), decision: text.optional() },
  ...{ decided: z.looseObject({}).optional(), clientOf: z.looseObject({}).optional(), pays: z.array(text).optional() },
  run: z.strictObject({ year: count, period: count, datedOn: day, tag: text }).optional(),
  ...{
    policyVersion: count.optional(),
    adjustment: text.optional(),
    totals: z.record(text, runs.money).optional(),
    reviewer: text.optional(),
  },
});

/** By command, or by command and subcommand. */
const schemas: Readonly<Record<string, z.ZodType>> = {
  runs: z.array(z.union([runs.adjustment, runs.run])),
  show: declared(getPayRun.gives, adjustmentAnswer),
  sync: z.strictObject({ sync: z.uuid(), companies: z.array(runs.synced) }),
  verify: z.array(runs.finding),
  controls: z.union([declared(z.array(getControlAccounts.gives.shape.items.element)), z.array(runs.yearSpan)]),
  companies: declared(companies.listCompanies.gives),

  key: z.strictObject({ key: text }),
  'key rotate': z.strictObject({ key: text.optional(), keyId: text, connections: count }),
  'key signing': z.strictObject({ kid: text, made: z.boolean() }),
  migrate: z.strictObject({ database: z.enum(['sqlite', 'postgres']), applied: z.array(text) }),
  doctor: practice.examined,

  connect: declared(companies.connectCompany.gives),
  'clients import': practice.imported,
  policy: declared(companies.getPolicy.gives, companies.changePolicy.gives),
  allocations: declared(
    allocations.getAllocations.gives,
    allocations.changeAllocations.gives.extend({ preview: allocations.previewAllocations.gives }),
  ),
  pause: ofCompany,
  resume: ofCompany,
  leave: ofCompany,
  erase: declared(companies.eraseOfCompany.gives),

  'payroll receive': z.strictObject({ items: practice.received }),
  'payroll files': declared(files.listPayrollFiles.gives),
  'payroll withdraw': declared(files.withdrawPayrollFile.gives),
  'payroll sources': declared(files.listPayrollSources.gives),
  'payroll move': declared(files.movePayroll.gives),
  'payroll people': declared(files.listPayrollPeople.gives),
  'payroll columns': practice.columns,
  'payroll pensions': declared(files.getPensions.gives, files.sayPensions.gives),
  journal: z.union([mapped, returned]),
  // Of one company or document, or of all companies.
  audit: declared(z.union([auditAnswer, z.object({ items: z.array(auditAnswer) })])),

  post: actedOnMany,
  'sign-off': actedOnMany,
  approve: acted,
  decide: acted,
  'take-back': acted,
  recover: acted,
  adjust: acted,
  amend: acted,
  reverse: acted,
  ignore: acted,
  rerun: acted,
  assign: declared(getWork.gives),
  note: declared(getWork.gives),
  'client-link': declared(makeClientLink.gives),

  log: z.strictObject({ items: z.array(logLine) }),
  'log verify': z.strictObject({ items: z.array(z.strictObject({ company: text, entry: count, detail: text })) }),
  'month-file': z.strictObject({ items: z.array(z.strictObject({ company: text, file: text, bytes: count })) }),
  'evidence verify': z.strictObject({
    ...{ valid: z.boolean(), signedBy: text.optional(), about: z.looseObject({}).optional() },
    broken: z.array(z.strictObject({ page: text.optional(), detail: text })),
  }),

  people: declared(people.listPeople.gives),
  'people add': declared(people.addPerson.gives),
  'people change': declared(people.changePerson.gives),
  'people erase': declared(people.erasePerson.gives),
  digest: practice.digest,
  tokens: z.strictObject({ items: z.array(practice.token) }),
  'tokens create': practice.token.extend({ token: text }),
  'tokens revoke': practice.token,
  'sign-in-link': practice.signInLink,
  sessions: declared(people.listSessions.gives),
  'sessions revoke': declared(people.revokeSession.gives),
};
const failed = z.strictObject({ error: problem });

/** They answer once they listen, and go on. */
export const withoutSchema: readonly string[] = ['serve', 'sandbox', 'demo'];
export const commandsWithSchema = Object.keys(schemas);

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
}

/** Throws if the answer of a command is not as it is described. */
export function holdToSchema(args: readonly string[], { code, stdout }: Ended): void {
  const schema = schemaOf(args);
  if (schema === undefined || !args.includes('--json') || args.includes('--help') || stdout === '') return;
  // `journal` and `audit` answer for one document after another, a line each.
  const answers = args[0] === 'journal' || args[0] === 'audit' ? stdout.trimEnd().split('\n') : [stdout];
  for (const text of answers) {
    const answer: unknown = JSON.parse(text);
    const isError = code !== 0 && typeof answer === 'object' && answer !== null && 'error' in answer;
    const read = (isError ? failed : schema).safeParse(answer);
    if (!read.success)
      throw new Error(`counterfoil ${args.join(' ')} does not answer as described: ${z.prettifyError(read.error)}`);
  }
}

function schemaOf(args: readonly string[]): z.ZodType | undefined {
  const [command = '', sub = ''] = args;
  return schemas[`${command} ${sub}`] ?? schemas[command];
}
