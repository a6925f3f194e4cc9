/**
 * The stories that run on PostgreSQL at every `npm test`, with what of it they need. All others run on SQLite, and on both
 * with `npm test -- --long`: the program has one set of statements, and these say most of them.
 */
export const onPostgresToo: Readonly<Record<string, string>> = {
  'test/ground/database.test.ts': 'transactions, the pool, locks, migrations, what the driver answers in trouble',
  'test/ground/rows.test.ts': 'the statements of Rows in both dialects',
  'test/upgrade/upgrade.test.ts': 'migrations of a database with rows in it',
  'test/record/writes.test.ts': 'the lease and the send-by by PostgreSQL’s own clock',
  'test/record/posting-log.test.ts': 'the end of a chain is locked, and texts are stored as they were hashed',
  'test/record/tampering.test.ts': 'that who tampers with PostgreSQL is found out, or stopped by its triggers',
  'test/record/every-column.test.ts': 'the register of columns; a column of each table, all of them with --long',
  'test/companies/companies.test.ts': 'unique names and books, upserts',
  'test/books/tokens.test.ts': 'one refresh at a time, by a lock on the row',
  'test/access/sign-in.test.ts': 'what works once is spent under a lock',
  'test/sync/story.test.ts': 'every statement of a sync',
  'test/sync/lease-taken.test.ts': 'a lease that another process takes, under a lock',
  'test/acts/ask-clients-at-once.test.ts':
    'one press of a button twice at the same moment, and a list over five tables',
  'test/acts/payrolls/receive.test.ts': 'two who bring the same file at the same moment',
  'test/acts/erasing/every-personal-column.test.ts': 'that nothing of someone erased is left in any column',
  'test/runner/retention.test.ts': 'what is over by PostgreSQL’s own times',
  'test/views/month/board.test.ts': 'sums, grouping and paging in both dialects',
  'test/doors/api/billing.test.ts': 'what is counted over four tables, in both dialects',
  'test/doors/api/idempotency.test.ts': 'the same key twice at once',
  'test/runner/firings.test.ts': 'a schedule that fires once for many processes',
  'test/blackbox/killed.test.ts': 'what a killed process leaves, of locks too',
};
