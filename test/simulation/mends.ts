/**
 * Faults that were mended, each with the code to take out again: a simulation that then fails to find the fault proves
 * nothing. `npm run simulate -- --without A`.
 */
export interface Mend {
  readonly name: string;
  /** What goes wrong without it. */
  readonly hole: string;
  /** Looked for only in histories whose payroll comes as files. */
  readonly ofFiles?: true;
  readonly edits: readonly Edit[];
}

export interface Edit {
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly text: string;
  readonly instead: string;
}

const send = 'src/sync/steps/send.ts';
const quotas = 'src/books/quotas.ts';
const books = 'src/books/books.ts';
const payroll = 'src/payrolls/service/service-payroll.ts';
const decideTogether = 'src/journal/decide/decide-together.ts';
const window = 'src/sync/facts/settle-window.ts';
const sum = 'return { ms: before.ms + Math.min(own, service), last: look };';

export const mends: readonly Mend[] = [
  {
    name: 'A',
    hole: 'a decision outlives its write, where a look found the set',
    edits: [
      {
        file: 'src/sync/keep/found.ts',
        text: 'const spent = await decisions.spend(rows, effect);',
        instead: 'const spent: never[] = [];',
      },
    ],
  },
  {
    name: 'B',
    hole: "a proxy's page counts as the service's refusal",
    edits: [{ file: 'src/books/session.ts', text: 'const own = isOwnError(body);', instead: 'const own = true;' }],
  },
  {
    name: 'C',
    hole: 'one fast Date ends the settle window',
    edits: [{ file: window, text: sum, instead: sum.replace('Math.min(own, service)', 'service') }],
  },
  {
    name: 'D',
    hole: 'a far Date at the first look stretches the settle window',
    edits: [{ file: window, text: sum, instead: 'return { ms: Math.min(own, service), last: before.last };' }],
  },
  {
    name: 'E',
    hole: 'a 429 is counted by its own Date',
    edits: [
      {
        file: quotas,
        text: 'const closedAt = await this.database.now(rows);',
        instead: 'const closedAt = serviceNow;',
      },
    ],
  },
  {
    name: 'E-long',
    hole: 'a Retry-After of more than an hour stops a company',
    edits: [
      {
        file: 'src/books/answer.ts',
        text: 'Math.min(longestWaitSeconds, Math.max(1, Math.ceil(seconds)))',
        instead: 'Math.max(1, Math.ceil(seconds))',
      },
      {
        file: quotas,
        text: 'Math.min(closedUntil.getTime(), after(closedAt, longestWaitSeconds * 1000).getTime())',
        instead: 'closedUntil.getTime()',
      },
      {
        file: quotas,
        text: 'Math.min(hourMs, closedMs > 0 ? closedMs : windowMs)',
        instead: 'closedMs > 0 ? closedMs : windowMs',
      },
    ],
  },
  {
    name: 'F',
    hole: 'an answer of another period is kept',
    edits: [
      { file: payroll, text: 'if (number !== period || !isPlaceOf(url, year, period))', instead: 'if (false)' },
      // Another period mostly has another day than the list, so it would be read again, which would hide the hole.
      {
        file: 'src/sync/steps/fetch.ts',
        text: 'isRead: true, differs, isBehind };',
        instead: 'isRead: true, differs: false, isBehind: false };',
      },
    ],
  },
  {
    name: 'F-year',
    hole: "another year's list is kept",
    edits: [{ file: payroll, text: 'if (!isPlaceOf(url, year, period)) throw', instead: 'if (false) throw' }],
  },
  {
    name: 'G',
    hole: 'a paused company is not shown what was settled',
    edits: [{ file: 'src/sync/story/sync-books.ts', text: 'await showSettled(books);', instead: '' }],
  },
  {
    name: 'H',
    hole: 'a 401 is taken for a promise that nothing was done',
    edits: [
      {
        file: send,
        text: '  const seen = await lookOnce(books, open, answer);',
        instead: "  const seen: Sent | NotThere = { is: 'not_there', look: { own: open.createdAt } };",
      },
    ],
  },
  {
    name: 'H-refused',
    hole: 'a refusal is shown without a look',
    edits: [{ file: send, text: '  if (!looks) return refused;', instead: '  if (books) return refused;' }],
  },
  {
    name: 'I',
    hole: 'a 201 that names another set is recorded unchecked',
    edits: [
      {
        file: books,
        text: "outcome.kind !== 'done' || !outcome.set || isAsSent(set, outcome.set)",
        instead: 'true',
      },
    ],
  },
  {
    name: 'J',
    hole: 'a run is posted beside an ignored one whose people it took',
    edits: [
      {
        file: decideTogether,
        text: 'const ignored = waitsFor.length > 0 ? [] : heldByIgnored(runs, run);',
        instead: 'const ignored: string[] = [];',
      },
    ],
  },
  {
    name: 'J-month',
    hole: 'an ignored run blocks the next month of the same people',
    edits: [
      {
        file: decideTogether,
        text: 'moreOften(people, paidBy(to.lastFreeLines ?? []));',
        instead: 'moreOften(people, []);',
      },
    ],
  },
  {
    name: 'K',
    hole: 'a sync sends what was decided against while it ran',
    edits: [
      {
        file: 'src/record/runs/writes.ts',
        text: "if (!sameDecided(decidedNow, decided)) return { is: 'decided_since' };",
        instead: '',
      },
    ],
  },
  {
    name: 'L',
    hole: 'a set that someone tagged otherwise is recorded as another run',
    edits: [
      {
        file: 'src/journal/decide/decide.ts',
        text: 'effective.tag === now.tag && matches(now, mapped)',
        instead: 'matches(now, mapped)',
      },
    ],
  },
  {
    name: 'year-before',
    hole: 'a correction of the year before, after 5 July, is not noticed',
    edits: [
      {
        file: 'src/sync/steps/years.ts',
        text: 'isOpenYear(current - 1, now) || isWeekOld;',
        instead: 'isOpenYear(current - 1, now);',
      },
    ],
  },
  {
    name: 'file-known',
    ofFiles: true,
    hole: 'a file that is brought again is taken again',
    edits: [
      {
        file: 'src/acts/payrolls/keep-file.ts',
        text: 'hash: hashOf(file) },',
        instead: "hash: '' },",
      },
    ],
  },
  {
    name: 'file-replaces',
    ofFiles: true,
    hole: 'a correction is added to what it corrects',
    edits: [
      {
        file: 'src/payrolls/files/year-to-date.ts',
        text: 'if (replacesLast(known, one)) known[known.length - 1]',
        instead: 'if (false) known[known.length - 1]',
      },
    ],
  },
  {
    name: 'file-again',
    ofFiles: true,
    hole: 'what was sent once more, in other bytes, is asked about',
    edits: [
      {
        file: 'src/payrolls/files/year-to-date.ts',
        text: '.filter((one) => !isSentAgain(known, one))',
        instead: '',
      },
    ],
  },
  {
    name: 'file-withdrawn',
    ofFiles: true,
    hole: 'a file that was taken back still counts',
    edits: [
      {
        file: 'src/record/runs/files-of-year.ts',
        text: 'where: { companyId, year, withdrawnAt: IsNull() }',
        instead: 'where: { companyId, year }',
      },
    ],
  },
  {
    name: 'file-posted',
    ofFiles: true,
    hole: 'a file is taken back while its pay is posted',
    edits: [
      {
        file: 'src/acts/payrolls/withdraw-file.ts',
        text: 'if (kept !== undefined) throw staysHere(company, kept);',
        instead: '',
      },
    ],
  },
  {
    name: 'allowance-month',
    ofFiles: true,
    hole: 'the allowance is posted before its month is over',
    edits: [
      {
        file: 'src/sync/facts/returned-of.ts',
        text: 'if (!isOver || apart === undefined',
        instead: 'if (apart === undefined',
      },
    ],
  },
  {
    name: 'allowance-no',
    ofFiles: true,
    hole: 'a claim of the allowance outlives the return that ends it',
    edits: [
      {
        file: 'src/payrolls/files/returned.ts',
        text: 'const said = returns.findLast((one)',
        instead: 'const said = returns.find((one)',
      },
    ],
  },
  {
    name: 'levy-to-date',
    ofFiles: true,
    hole: 'the levy of a month is all since 6 April',
    edits: [
      {
        file: 'src/payrolls/files/returned.ts',
        text: 'before = { month, toDate };',
        instead: 'before = { ...before };',
      },
    ],
  },
  {
    name: 'file-statutory',
    ofFiles: true,
    hole: 'statutory pay of a payment is all since 6 April',
    edits: [
      {
        file: 'src/payrolls/files/moved-to-date.ts',
        text: 'if (now !== undefined && was !== undefined) return { field, amount: now.minus(was), asked: [] };',
        instead: 'if (now !== undefined && was !== undefined) return { field, amount: now, asked: [] };',
      },
    ],
  },
  {
    name: 'file-loan',
    ofFiles: true,
    hole: 'a student loan that was deducted is paid out',
    edits: [
      {
        file: 'src/payrolls/files/payslip-of.ts',
        text: "['student_loan_deduction', filed.studentLoan],",
        instead: '',
      },
    ],
  },
  {
    name: 'file-relief',
    ofFiles: true,
    hole: 'pension by relief at source is deducted twice',
    edits: [
      {
        file: 'src/payrolls/files/payslip-of.ts',
        text: 'reliefInDeductions === true ? deductedFromNet.minus(pensionRelief) : deductedFromNet',
        instead: 'deductedFromNet',
      },
    ],
  },
  {
    name: 'file-new-id',
    ofFiles: true,
    hole: 'a changed payroll id is another person',
    edits: [
      {
        file: 'src/payrolls/files/year-to-date.ts',
        text: 'oldPayId === undefined || oldPayId === key ? undefined : people.get(oldPayId);',
        instead: 'undefined as SentPayment[] | undefined;',
      },
    ],
  },
  {
    name: 'file-pensions',
    ofFiles: true,
    hole: 'a report of pensions alone is not heeded',
    edits: [
      {
        file: 'src/payrolls/files/payslip-of.ts',
        text: 'reported: said.pensionsReported?.get(paymentKey(key, filed.paidOn)),',
        instead: 'reported: undefined as Money | undefined,',
      },
    ],
  },
  {
    name: 'file-pension-unsaid',
    ofFiles: true,
    hole: 'an employer’s pension that no one answered for is taken for nil',
    edits: [
      {
        file: 'src/payrolls/files/pension-answers.ts',
        text: "asked: [hold(neverSaid(day), day)], asks: { why: 'never said' }",
        instead: 'asked: []',
      },
    ],
  },
  {
    name: 'return-cis',
    ofFiles: true,
    hole: 'CIS suffered is owed once more',
    edits: [
      {
        file: 'src/sync/facts/returned-of.ts',
        text: 'against(accounts.payeNi, controls.cisSuffered, amount.negated(), kind)',
        instead: 'against(accounts.payeNi, controls.cisSuffered, amount, kind)',
      },
    ],
  },
  {
    name: 'file-notional',
    ofFiles: true,
    hole: 'pay that someone else paid is posted unasked',
    edits: [
      {
        file: 'src/payrolls/files/payment-questions.ts',
        text: "if (filed.lateReason === 'A' || filed.lateReason === 'B' || filed.lateReason === 'C')",
        instead: "if (filed.lateReason === 'B' || filed.lateReason === 'C')",
      },
    ],
  },
  {
    name: 'file-two-sources',
    ofFiles: true,
    hole: 'what two sources pay is posted twice',
    edits: [
      {
        file: 'src/journal/mapping/paid-by-two.ts',
        text: 'return [run, { holds: own.length > 0 ? own : asked, elsewhere',
        instead: 'return [run, { holds: asked, elsewhere',
      },
    ],
  },
  {
    name: 'file-reports',
    ofFiles: true,
    hole: 'reports are not listed',
    edits: [
      {
        file: 'src/sync/at-work/payroll-of.ts',
        text: 'const filesOf = (year: number) => db.read((rows) => filesOfYear(rows, companyId, year));',
        instead:
          "const filesOf = async (year: number) => (await db.read((rows) => filesOfYear(rows, companyId, year))).filter(({ kind }) => kind !== 'report');",
      },
    ],
  },
  {
    name: 'file-difference',
    ofFiles: true,
    hole: 'a difference is posted without its tax',
    edits: [
      {
        file: 'src/payrolls/files/difference.ts',
        text: 'tax: tax.minus(before.tax), ...also };',
        instead: 'tax: Money.zero, ...also };',
      },
    ],
  },
  {
    name: 'file-drift',
    ofFiles: true,
    hole: 'a file is taken back whose journal was altered in the books',
    edits: [
      {
        file: 'src/acts/payrolls/what-keeps-a-file.ts',
        text: '{ companyId, runTag: runTags })).filter(isStanding);',
        instead: '{ companyId, runTag: runTags })).filter((one) => isStanding(one) && one.finding === null);',
      },
    ],
  },
  {
    name: 'file-director',
    ofFiles: true,
    hole: 'a director’s NI is not compared with the year’s',
    edits: [
      {
        file: 'src/payrolls/files/ni-check.ts',
        text: "if (payment.director === 'AN' || first === undefined) return [byYear];",
        instead: "if (payment.director === 'AN' || first === undefined) return [{ ...byYear, sent: byYear.most }];",
      },
    ],
  },
  {
    name: 'return-compensation',
    ofFiles: true,
    hole: 'the compensation of a small employer is not read',
    edits: [
      {
        file: 'src/payrolls/files/eps.ts',
        text: "name.startsWith('NICCompensationOn')",
        instead: "name.startsWith('NICCompensationOnS_')",
      },
    ],
  },
  {
    name: 'file-order',
    ofFiles: true,
    hole: 'a file that came late is never taken in',
    edits: [
      {
        file: 'src/payrolls/files/year-to-date.ts',
        text: 'for (const one of waiting) if (is(one)) return one;',
        instead: 'for (const one of waiting) return is(one) ? one : undefined;',
      },
    ],
  },
  {
    name: 'file-back',
    ofFiles: true,
    hole: 'a file that was taken back and comes again stays away',
    edits: [
      {
        file: 'src/acts/payrolls/keep-file.ts',
        text: '{ taken, withdrawnAt: null, decided, ...(isOvertaken && latest) }',
        instead: '{ taken, decided, ...(isOvertaken && latest) }',
      },
    ],
  },
  {
    name: 'file-who',
    ofFiles: true,
    hole: 'a payroll id that no one has named is not asked about',
    edits: [
      {
        file: 'src/payrolls/files/payment-questions.ts',
        text: 'if (people.has(keyOf(filed))) return [];',
        instead: 'if (people.size >= 0) return [];',
      },
    ],
  },
  {
    name: 'file-total',
    ofFiles: true,
    hole: 'a report that was cut short is taken',
    edits: [
      {
        file: 'src/payrolls/files/columns.ts',
        text: ', ...totalsHolds(rows, totals, map)];',
        instead: '];',
      },
    ],
  },
  {
    name: 'verify',
    hole: 'verify sends what is due',
    edits: [
      {
        file: 'src/sync/facts/next-step.ts',
        text: "if (facts.request.trigger === 'verify') return false;",
        instead: '',
      },
    ],
  },
];

/** The file without the mend; throws when the text is no longer there. */
export function takenOut(source: string, { file, text, instead }: Edit): string {
  const times = source.split(text).length - 1;
  if (times !== 1) throw new Error(`${file}: the words to take out stand there ${times} times: ${text}`);
  return source.replace(text, () => instead);
}
