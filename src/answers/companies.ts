import * as z from 'zod';
import { reason } from '../acts/act-body.js';
import { companyNameCharactersMax } from '../acts/companies/company-name.js';
import type { Company } from '../companies/company.js';
import { lives } from '../companies/life.js';
import type { Policy } from '../journal/policy/policy.js';
import { settings } from '../journal/policy/settings.js';
import { day, moment } from '../ground/written.js';
import { date, listOf, paging, word } from '../views/lists/lists.js';
import { acts, reads } from './answer.js';
import { asSeen, companyOf, toolsOf, whoOf } from './asked.js';
import { sending } from './sending.js';

const inThis = { of: 'Companies' } as const;
export const company = word.meta({ description: 'its name, id or subdomain' });

export const companyAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    subdomain: z.string().optional(),
    life: z.enum(lives),
    mode: settings.mode.schema,
    postFrom: day.optional().meta({ description: 'The first pay date that may be posted; absent is always.' }),
    policyVersion: z.number().int(),
    problem: z.string().optional().meta({ description: 'Why it cannot be synced.' }),
    lastSyncedAt: moment.optional(),
    lastVerifiedAt: moment.optional(),
  })
  .meta({ id: 'Company' });
const changedAnswer = companyAnswer.extend({ sending }).meta({ id: 'CompanyChanged' });

/** As its answers have it. */
export const companyShown = <Of extends { readonly policy: Pick<Policy, 'mode' | 'postFrom'> }>(one: Of) => ({
  ...one,
  mode: one.policy.mode,
  postFrom: one.policy.postFrom,
});

export const listCompanies = reads({
  ...inThis,
  name: 'listCompanies',
  at: 'GET /api/companies',
  role: 'viewer',
  takes: z.strictObject({ life: z.enum(lives).optional(), ...paging }),
  gives: listOf(companyAnswer),
  summary: 'list every company: its state, mode, cut-over and what is wrong with it',
  does: async (asked, { life, cursor, limit }) => {
    const { companiesListed } = await import('../views/month/companies-listed.js');
    const { database } = await toolsOf(asked);
    const page = { after: cursor, size: limit };
    const { rows, next } = await database.read((read) => companiesListed(read, asked.who, { life }, page));
    return { items: rows.map(({ inForce: { policy }, ...row }) => companyShown({ ...row, policy })), next };
  },
});

export const connectCompany = acts({
  ...inThis,
  name: 'connectCompany',
  at: 'POST /api/companies',
  role: 'admin everywhere',
  status: 201,
  isSecret: true,
  refuses: [502],
  takes: z
    .strictObject({
      name: word
        .max(companyNameCharactersMax)
        .meta({ description: 'what you call it; commands, logs and pages use this name' }),
      mode: settings.mode.schema.optional().meta({
        description: 'approve, if it is left out; refused, as postFrom is, where the books are connected already',
      }),
      postFrom: date
        .optional()
        .meta({ description: 'the first pay date that may be posted (default: the start of the current tax month)' }),
      subdomain: word.optional().meta({ description: 'one client of the practice whose tokens these are' }),
      accessToken: z.string().max(2000).optional().meta({ description: 'from the accounting service' }),
      refreshToken: z.string().max(2000).optional().meta({ description: 'from the accounting service' }),
      practice: z
        .boolean()
        .optional()
        .meta({ description: 'connect a practice, whose clients are imported afterwards' }),
    })
    .meta({ id: 'Connect' }),
  gives: z
    .object({
      company: companyAnswer.optional(),
      practice: z.object({ name: z.string(), subdomain: z.string() }).optional(),
      created: z
        .boolean()
        .optional()
        .meta({ description: 'False: it was connected already, and its connection was renewed.' }),
      authorizeUrl: z
        .string()
        .optional()
        .meta({ description: 'Without tokens: where a person authorises, in a browser.' }),
      expiresAt: moment.optional(),
    })
    .meta({ id: 'Connected' }),
  summary: 'add a company, or a practice; without tokens answer the address to authorise at',
  does: async (asked, { accessToken, refreshToken, mode, ...rest }) => {
    const tools = await toolsOf(asked);
    const who = whoOf(asked);
    const chosen = [
      ...(mode === undefined ? [] : ['--mode' as const]),
      ...(rest.postFrom === undefined ? [] : ['--post-from' as const]),
    ];
    const given = { ...rest, mode: mode ?? settings.mode.usual, chosen };
    const { beginConnecting, connectCompany: connect } = await import('../acts/companies/connect-company.js');
    if (accessToken === undefined && refreshToken === undefined) return beginConnecting(tools, given, who);
    const connected = await connect(tools, given, { who, tokens: { accessToken, refreshToken } });
    const { created } = connected;
    if (connected.kind === 'practice') return { practice: connected.practice, created };
    return { company: companyShown(connected.company), created };
  },
});

export const pauseCompany = acts({
  ...inThis,
  name: 'pauseCompany',
  at: 'POST /api/companies/:company/pause',
  role: 'admin',
  takes: z.strictObject({ company }),
  gives: changedAnswer,
  summary: 'stop fetching and posting for a company; what was recorded stays readable',
  does: async (asked, given) => {
    const { pauseCompany: pause } = await import('../acts/companies/pause-company.js');
    return companyShown(await pause(await toolsOf(asked), await companyOf(asked, given.company), whoOf(asked)));
  },
});

export const resumeCompany = acts({
  ...inThis,
  name: 'resumeCompany',
  at: 'POST /api/companies/:company/resume',
  role: 'admin',
  takes: z.strictObject({ company }),
  gives: changedAnswer,
  summary: 'fetch and post for a paused company again',
  does: async (asked, given) => {
    const { resumeCompany: resume } = await import('../acts/companies/resume-company.js');
    return companyShown(await resume(await toolsOf(asked), await companyOf(asked, given.company), whoOf(asked)));
  },
});

export const leaveCompany = acts({
  ...inThis,
  name: 'leaveCompany',
  at: 'POST /api/companies/:company/leave',
  role: 'admin',
  takes: z
    .strictObject({
      company,
      force: z.boolean().optional().meta({ description: 'even if it is not known whether a journal was posted' }),
    })
    .meta({ id: 'Leave' }),
  gives: changedAnswer,
  summary: 'stop working for a company: destroy its keys, keep its record',
  does: async (asked, { company: name, force }) => {
    const { leaveCompany: leave } = await import('../acts/companies/leave-company.js');
    return companyShown(await leave(await toolsOf(asked), await companyOf(asked, name), { who: whoOf(asked), force }));
  },
});

export const eraseOfCompany = acts({
  of: 'Evidence',
  name: 'erase',
  at: 'POST /api/companies/:company/erase',
  role: 'admin',
  takes: z
    .strictObject({
      company,
      person: word.optional().meta({
        description:
          'any name of theirs in payslips, files or the books, or the address in the books, such as /v2/users/2',
      }),
      everything: z
        .literal(true)
        .optional()
        .meta({ description: 'everything kept of a company that was left; its log stays' }),
    })
    .refine(
      ({ person, everything }) => (person === undefined) !== (everything === undefined),
      'a person is expected, or everything',
    )
    .meta({ id: 'Erase' }),
  gives: z
    .object({ company: z.string(), payRuns: z.number().int(), years: z.array(z.number().int()).optional() })
    .meta({ id: 'Erased' }),
  summary: 'erase one person’s name and pay in closed tax years; log, totals and hashes stay',
  does: async (asked, { company: name, person }) => {
    const tools = await toolsOf(asked);
    const found = await companyOf(asked, name);
    if (person === undefined) {
      const { eraseCompany } = await import('../acts/erasing/erase-company.js');
      return eraseCompany(tools, found, whoOf(asked));
    }
    const { erasePerson } = await import('../acts/erasing/erase-person.js');
    return erasePerson(tools, found, { who: whoOf(asked), person });
  },
});

const policyFields = z
  .looseObject({ mode: settings.mode.schema.optional() })
  .meta({ id: 'Policy', description: 'How a company’s payroll is posted. What is left out has its default.' });
const policyAnswer = z
  .object({ company: z.string(), companyId: z.string(), policyVersion: z.number().int(), policy: policyFields })
  .meta({ id: 'PolicyVersion' });

const policyShown = ({ id, name, policyVersion, policy }: Company) => ({
  company: name,
  companyId: id,
  policyVersion,
  policy,
});

export const getPolicy = reads({
  ...inThis,
  name: 'getPolicy',
  at: 'GET /api/companies/:company/policy',
  role: 'viewer',
  isVersioned: true,
  takes: z.strictObject({ company }),
  gives: policyAnswer,
  summary: 'the policy in force; its ETag is what a change must send back',
  does: async (asked, given) => policyShown(await companyOf(asked, given.company)),
});

export const changePolicy = acts({
  ...inThis,
  name: 'changePolicy',
  at: 'PUT /api/companies/:company/policy',
  role: 'admin',
  isVersioned: true,
  takes: z.strictObject({ company, policy: policyFields, reason }),
  gives: policyAnswer.extend({ sending }).meta({ id: 'PolicyChanged' }),
  summary: 'a new version of the policy; what is posted stays as it is',
  does: async (asked, { company: name, ...given }) => {
    const { changePolicy: change } = await import('../acts/companies/change-policy.js');
    const seen = asSeen(await companyOf(asked, name), asked);
    const changed = await change(await toolsOf(asked), seen, { who: whoOf(asked), ...given });
    return { ...policyShown(changed), sending: changed.sending };
  },
});

const approval = settings.approval.schema.meta({
  description: 'Two: the person who decides neither posts nor signs off.',
});

export const requireApproval = acts({
  ...inThis,
  name: 'requireApproval',
  at: 'PUT /api/companies/:company/practice-approval',
  role: 'admin everywhere',
  takes: z.strictObject({ company, approval, reason }),
  gives: z
    .object({
      companyId: z.string(),
      approval: approval.meta({ description: 'What is in force for this company.' }),
      sending,
    })
    .meta({ id: 'Approval' }),
  summary: 'one or two pairs of eyes for every company of its practice',
  does: async (asked, { company: name, ...given }) => {
    const { requireApproval: change } = await import('../acts/companies/require-approval.js');
    const tools = await toolsOf(asked);
    const found = await companyOf(asked, name);
    const underway = await change(tools, found, { who: whoOf(asked), ...given });
    const { id, approval: inForce } = await tools.companies.find(found.id);
    return { companyId: id, approval: inForce, sending: underway };
  },
});
