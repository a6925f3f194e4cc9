import * as z from 'zod';
import { reason } from '../acts/act-body.js';
import type { Company } from '../companies/company.js';
import { payrollFileKinds } from '../record/runs/payroll-file-kinds.js';
import { day, moment, money } from '../ground/written.js';
import { word } from '../views/lists/lists.js';
import { acts, type Asked, reads } from './answer.js';
import { asSeen, companyOf, toolsOf, whoOf } from './asked.js';
import { company } from './companies.js';
import { sending } from './sending.js';

const inThis = { of: 'Payroll files' } as const;
const toDate = money.optional().meta({ description: 'Since 6 April; needs the right to see pay.' });

const inFile = {
  kind: z
    .enum(payrollFileKinds)
    .meta({ description: 'A Full Payment Submission, an Employer Payment Summary, a report.' }),
  year: z.number().int(),
  payments: z.number().int(),
  paidOn: z.array(day),
  returned: z
    .object({
      toMonth: z.number().int().optional().meta({ description: 'The tax month, 1 to 12, to which its amounts run.' }),
      monthByDay: z.literal(true).optional().meta({ description: 'It names no month: the day on which it came told.' }),
      recovered: toDate,
      compensation: toDate,
      cisSuffered: toDate,
      levy: toDate,
      allowanceClaimed: z.boolean().optional(),
      noPayment: z.array(z.object({ from: day, to: day })),
    })
    .optional()
    .meta({ description: 'What an EPS says.' }),
};
const ofCompany = { file: z.string(), company: z.string(), companyId: z.string() };
const remarks = z.array(z.object({ code: z.string(), message: z.string() }));

export const receivedAnswer = z
  .object({
    ...ofCompany,
    outcome: z.enum(['received', 'known']).meta({ description: '`known`: it was here, and nothing was changed.' }),
    id: z.string(),
    ...inFile,
  })
  .meta({ id: 'PayrollFileReceived' });

export const previewAnswer = z
  .object({
    ...ofCompany,
    outcome: z.literal('preview'),
    isKnown: z.boolean().meta({ description: 'It has been received already: taking it in would change nothing.' }),
    ...inFile,
    runs: z
      .array(
        z.object({
          what: z.string(),
          year: z.number().int(),
          period: z.number().int(),
          datedOn: day,
          change: z
            .enum(['new', 'changed', 'same', 'gone'])
            .meta({ description: 'Compared with what was received before.' }),
          would: z.string().meta({ description: 'What a sync would do with it.' }),
          people: z.number().int(),
          paid: z
            .array(z.object({ name: z.string(), gross: money, net: money }))
            .optional()
            .meta({ description: 'Only for those who may see pay, like `totals` and `accounts`.' }),
          totals: z.object({ gross: money, net: money, taxAuthority: money, pension: money, other: money }).optional(),
          accounts: z
            .array(z.object({ account: z.string(), name: z.string(), debit: money }))
            .optional()
            .meta({ description: 'The journal by account; credits are negative.' }),
          holds: remarks,
          warnings: remarks,
        }),
      )
      .meta({ description: 'The runs of its pay dates, and whatever else it changes.' }),
    months: z
      .array(
        z.object({
          year: z.number().int(),
          period: z.number().int(),
          amounts: z.array(z.object({ what: z.string(), before: money, after: money })),
        }),
      )
      .meta({ description: 'What returns say of the months that an EPS changes; only for those who may see pay.' }),
    notes: z.array(z.string()).meta({ description: 'What only the next sync knows.' }),
  })
  .meta({ id: 'PayrollFilePreview' });

export const listPayrollFiles = reads({
  ...inThis,
  name: 'listPayrollFiles',
  at: 'GET /api/payrolls/:company/files',
  role: 'viewer',
  takes: z.strictObject({ company }),
  gives: z.object({
    items: z
      .array(
        z.object({
          id: z.string(),
          file: z.string(),
          ...inFile,
          receivedAt: moment,
          by: z.string(),
          withdrawnAt: moment.optional(),
          sendingAsked: z.literal(true).optional().meta({
            description:
              'It came after the 19th of its month, and no one has said whether it was sent to HMRC by then: see `hmrcAccount` of the policy.',
          }),
        }),
      )
      .meta({ description: 'The latest first.' }),
  }),
  summary: 'the files of a company that were received, the latest first',
  does: async (asked, given) => {
    const { receivedFiles } = await import('../views/company/received-files.js');
    const found = await companyOf(asked, given.company);
    const { database } = await toolsOf(asked);
    return { items: await database.read((rows) => receivedFiles(rows, asked.who, found)) };
  },
});

export const withdrawPayrollFile = acts({
  ...inThis,
  name: 'withdrawPayrollFile',
  at: 'POST /api/payrolls/:company/files/:id/withdraw',
  role: 'reviewer',
  takes: z
    .strictObject({ company, id: word.meta({ description: 'as `payroll files` shows it' }), reason })
    .meta({ id: 'WithdrawPayrollFile' }),
  gives: z
    .object({ id: z.string(), company: z.string(), file: z.string(), withdrawnAt: moment })
    .meta({ id: 'PayrollFileWithdrawn' }),
  summary: 'take a file back, as if it had not come; not once what it brought is posted',
  does: async (asked, { company: name, id, reason: why }) => {
    const { withdrawFile } = await import('../acts/payrolls/withdraw-file.js');
    const found = await companyOf(asked, name);
    const file = await withdrawFile(await toolsOf(asked), found, { id, who: whoOf(asked), reason: why });
    return { id, company: found.name, file: file.name, withdrawnAt: file.withdrawnAt ?? new Date(0) };
  },
});

export const movePayroll = acts({
  ...inThis,
  name: 'movePayroll',
  at: 'POST /api/payrolls/:company/move',
  role: 'admin',
  takes: z
    .strictObject({
      company,
      to: word.meta({
        description: 'files; service (the accounting service’s own payroll); or a pay frequency, such as weekly',
      }),
      from: word.optional().meta({ description: 'between two pay frequencies: the one that ends, such as weekly' }),
      on: z.iso.date().meta({ description: 'the first pay date that it pays' }),
      reason,
    })
    .meta({ id: 'MovePayroll' }),
  gives: z
    .object({
      company: z.string(),
      from: z.string(),
      to: z.string(),
      on: day,
      policyVersion: z.number().int(),
      sending: sending.optional(),
    })
    .meta({ id: 'PayrollMoved' }),
  summary: 'take payroll from another source, from a pay date on; runs before it stay as they are',
  does: async (asked, { company: name, ...act }) => {
    const { movedAnswer, movePayroll: move } = await import('../acts/payrolls/move-payroll.js');
    return movedAnswer(await move(await toolsOf(asked), await companyOf(asked, name), { who: whoOf(asked), ...act }));
  },
});

export const listPayrollSources = reads({
  ...inThis,
  name: 'listPayrollSources',
  at: 'GET /api/payrolls/:company/sources',
  role: 'viewer',
  takes: z.strictObject({ company }),
  gives: z.object({
    items: z.array(
      z
        .object({
          name: z.string(),
          kind: z.string(),
          prefix: z.string(),
          people: z.number().int().optional(),
          lastPaid: day.optional(),
          from: day.optional(),
          until: day.optional(),
        })
        .meta({ id: 'PayrollSource' }),
    ),
  }),
  summary: 'where a company’s payslips come from: the accounting service, or its files by pay frequency',
  does: async (asked, given) => {
    const { payrollSources } = await import('../views/company/payroll-sources.js');
    const found = await companyOf(asked, given.company);
    const { database } = await toolsOf(asked);
    return { items: await database.read((rows) => payrollSources(rows, found)) };
  },
});

export const listPayrollPeople = reads({
  ...inThis,
  name: 'listPayrollPeople',
  at: 'GET /api/payrolls/:company/people',
  role: 'reviewer',
  takes: z.strictObject({ company }),
  gives: z.object({
    items: z.array(
      z
        .object({
          id: z.string().meta({ description: 'The payroll id of the files.' }),
          name: z.string(),
          toDate: z.string().optional(),
          user: z.string().optional(),
          userName: z.string().optional(),
          proposed: z.string().optional(),
          proposedName: z.string().optional(),
        })
        .meta({ id: 'PersonOfFiles' }),
    ),
    booksRead: z
      .boolean()
      .meta({ description: 'False: the people in the books are not known until a sync has read them.' }),
  }),
  summary: 'who each payroll id of the files is in the books, or whose name it agrees with',
  does: async (asked, given) => {
    const { payrollPeople } = await import('../views/company/payroll-people.js');
    const found = await companyOf(asked, given.company);
    const { database } = await toolsOf(asked);
    const { people, inBooks } = await database.read((rows) => payrollPeople(rows, found));
    return { items: people, booksRead: inBooks.length > 0 };
  },
});

const pensionsAnswer = z
  .object({
    company: z.string(),
    companyId: z.string(),
    policyVersion: z.number().int().meta({ description: 'Of the policy, which has the answers.' }),
    year: z.string().optional().meta({ description: 'The last tax year that has files, such as 2025/26.' }),
    confirmed: z.string().optional().meta({ description: 'The tax year up to which all answers are confirmed.' }),
    toConfirm: z.boolean(),
    paysNothing: z
      .string()
      .meta({ pattern: String.raw`^\d` })
      .optional()
      .meta({ description: 'For everyone who is not named and pays nothing in.' }),
    paysIn: z
      .string()
      .meta({ pattern: String.raw`^\d` })
      .optional()
      .meta({ description: 'For everyone who is not named and pays in.' }),
    people: z.array(
      z.object({
        id: z.string(),
        name: z.string().optional(),
        said: z
          .string()
          .meta({ pattern: String.raw`^\d`, examples: ['71.40', '3% of qualifying earnings'] })
          .optional(),
        by: z.enum(['report', 'name', 'rule']).optional(),
        asks: z.enum(['never said', 'lapsed', 'band not known']).optional(),
        from: day.optional().meta({ description: 'The day from which it is to be said, if it is asked again.' }),
      }),
    ),
    months: z
      .array(z.object({ month: z.string(), payroll: money, provider: money.optional() }))
      .optional()
      .meta({ description: 'Pensions of employees and employer by tax month. Only for those who may see pay.' }),
  })
  .meta({ id: 'EmployersPensions' });

export const getPensions = reads({
  ...inThis,
  name: 'getPensions',
  at: 'GET /api/payrolls/:company/pensions',
  role: 'viewer',
  isVersioned: true,
  takes: z.strictObject({ company }),
  gives: pensionsAnswer,
  summary: 'what the employer pays into whose pension, which no FPS has; and who is not answered for',
  does: async (asked, given) => pensionsShown(asked, await companyOf(asked, given.company)),
});

export const sayPensions = acts({
  ...inThis,
  name: 'sayPensions',
  at: 'PUT /api/payrolls/:company/pensions',
  role: 'admin',
  isVersioned: true,
  takes: z
    .strictObject({
      company,
      said: z.record(z.string(), z.string()).default({}).meta({
        description: 'By payroll id, "*" or "+": "71.40", "3% of qualifying earnings". Empty: it is removed.',
      }),
      from: z.iso
        .date()
        .optional()
        .meta({ description: 'The first pay date for which it holds; else from the start.' }),
      totals: z.record(z.string(), z.string()).optional().meta({
        description: 'What the provider takes, by tax month: { "2025-10": "1204.50" }. Empty: it is removed.',
      }),
      confirm: z.string().optional().meta({ description: 'The tax year up to which all answers are confirmed.' }),
      reason,
    })
    .meta({ id: 'SayEmployersPensions' }),
  gives: pensionsAnswer.extend({ sending }).meta({ id: 'EmployersPensionsChanged' }),
  summary: 'say what the employer pays into pensions, or confirm it for a tax year',
  does: async (asked, { company: name, said, from, ...act }) => {
    const { sayPensions: say } = await import('../acts/payrolls/say-pensions.js');
    const seen = asSeen(await companyOf(asked, name), asked);
    const answers = Object.entries(said).map(([id, pays]) => ({ id, pays, ...(from !== undefined && { from }) }));
    const changed = await say(await toolsOf(asked), seen, { who: whoOf(asked), said: answers, ...act });
    return { ...(await pensionsShown(asked, changed)), sending: changed.sending };
  },
});

async function pensionsShown(asked: Asked, { id, name, policyVersion, policy }: Company) {
  const { payrollPensions } = await import('../views/company/payroll-pensions.js');
  const { database } = await toolsOf(asked);
  const found = await payrollPensions(database, asked.who, { id, policy });
  return { company: name, companyId: id, policyVersion, ...found };
}
