/**
 * Who may import whom (ARCHITECTURE.md has the picture). `ground` may be used by every room but journal;
 * `app` puts a process together and `main.ts` is the bin, so both see every room, and none sees them.
 */
const mayImport = {
  ground: [],
  journal: [],
  audit: ['journal'],
  books: ['journal'],
  payrolls: ['journal', 'books'],
  companies: ['journal', 'books', 'payrolls'],
  // A stored document hands on its period.
  record: ['journal', 'audit/answer.ts', 'record/control-answer.ts', 'payrolls/service/wire.ts'],
  access: ['companies', 'record'],
  sync: ['journal', 'audit', 'books', 'payrolls', 'companies', 'record'],
  controls: ['journal', 'books', 'companies', 'record', 'access', ...['views/lists/run-row.ts', 'views/checks/paye-tie.ts', 'views/checks/scheme-years.ts']],
  views: ['journal', 'audit', 'payrolls', 'companies', 'record', 'access'],
  evidence: ['journal', 'controls', 'companies', 'record', 'views'],
  acts: ['journal', 'controls', 'books', 'payrolls', 'companies', 'record', 'access', 'sync', 'views', 'evidence'],
  runner: ['journal', 'controls', 'books', 'companies', 'record', 'access', 'sync', 'views', 'evidence', 'acts'],
  answers: ['journal', 'audit', 'controls', 'companies', 'record', 'access', 'views', 'evidence', 'acts', 'runner'],
  'doors/api': ['journal', 'controls', 'companies', 'record', 'access', 'views', 'evidence', 'acts', 'answers', 'runner'],
  'doors/review': ['journal', 'audit', 'controls', 'companies', 'record', 'access', 'views', 'evidence', 'acts', 'answers', 'runner'],
  'doors/terminal': ['journal', 'audit', 'controls', 'books', 'payrolls', 'companies', 'record', 'access', 'sync', 'views', 'evidence', 'acts', 'answers', 'runner', 'doors/api', 'doors/review'],
};

/** What writes, and the doors, views and files of `app` that may hold it all the same: docs/decisions/0009 has the reasons. */
const writers = [
  ['record/(log/posting-log|runs/decisions|runs/writes|messages/outbox|leases)'],
  ['record/actors', 'views/(log/log-(view|entries)|run/run-history|company/billing).ts'],
  ['record/kept-answers', 'doors/api/idempotency.interceptor.ts'],
  ['ground/facts', 'views/lists/names-in-books.ts', 'app/entities.ts'],
  ['books/quotas'],
  ['companies/(authorising|connecting|practice-import|re-seal|token-vault)'],
  ['companies/connections', 'doors/terminal/doctor.ts'],
  ['access/access-log'],
  ['access/failed-attempts', 'doors/api/sign-in.controller.ts', 'doors/review/client/client.controller.tsx'],
  ['access/oidc/oidc-sign-in', 'doors/api/sign-in.controller.ts', 'doors/review/sign-in/sign-in.controller.tsx'],
  ['access/api-tokens', 'doors/api/sign-in.controller.ts', 'doors/terminal/tokens.ts'],
  ['access/sign-in-links', 'doors/api/sign-in.controller.ts', 'doors/terminal/sign-in-link.ts'],
  ['access/sessions', 'doors/api/(sign-in|people).controller.ts', 'doors/review/payroll-in/takes-files.ts', 'doors/review/people/people.controller.tsx', 'doors/terminal/sessions.ts'],
  ['sync/(?!syncs[.]).+'],
  ['sync/syncs', 'doors/terminal/(sync|audit/audit-companies).ts'],
  ['evidence/log-anchors'],
  ['evidence/month-files', 'doors/api/month-files.controller.ts', 'doors/review/client/client.controller.tsx', 'doors/review/month-files/month-files.controller.tsx', 'doors/terminal/evidence/month-file.ts'],
  ['evidence/signing-keys', 'doors/api/signing-key.controller.ts', 'doors/terminal/key.ts'],
  ['controls/(controls|keep/.+)', 'doors/api/control-accounts.controller.ts', 'doors/review/reconciliation/reconciliation.controller.tsx', 'doors/terminal/(controls|verify).ts'],
  ['runner/queue', 'doors/api/syncs.controller.ts', 'doors/review/(sync/sync|audit/audits?).controller.tsx'],
  ['runner/places', 'doors/terminal/sync.ts'],
  ['runner/schedule([.]module)?', 'app/app.module.ts'],
  ['runner/(due-this-week|deliveries|digests|firings|left-syncs|mails|month-close|pg-boss-queue|retention|retired-names)'],
];
const rooms = [...Object.keys(mayImport), 'app'].join('|');

/** Rooms with levels, the highest first: nothing asks a level above its own. */
const levelsOf = {
  sync: ['verify', 'syncs', 'story', 'steps', 'keep', 'facts'],
  journal: ['decide', 'paye', 'mapping', 'allocation', 'policy', 'nouns'],
  views: ['find', 'events', 'month', 'run', 'company', 'year', 'files', 'log', 'checks', 'lists', 'words'],
};

const levelRules = Object.entries(levelsOf).flatMap(([room, levels]) =>
  levels.slice(1).map((level, index) => ({
    name: `${room}-${level}-asks-only-below`,
    comment: `The levels of ${room}, the highest first: ${levels.join(', ')}.`,
    severity: 'error',
    from: { path: `^src/${room}/${level}(/|[.]ts$)` },
    to: { path: `^src/${room}/(${levels.slice(0, index + 1).join('|')})(/|[.]ts$)` },
  })),
);

/** What decides compares journals, which are made already. */
const decideRule = {
  name: 'journal-decides-by-nouns',
  comment: 'The decision table knows the nouns alone.',
  severity: 'error',
  from: { path: '^src/journal/decide/' },
  to: { path: '^src/journal/(?!decide/|nouns/)' },
};

const roomRules = Object.entries(mayImport).map(([room, others]) => {
  const allowed = [room, ...others, ...(room === 'journal' ? [] : ['ground'])];
  return {
    name: `${room}-imports-only-what-it-may`,
    comment: `${room} may import ${allowed.join(', ')}: see ARCHITECTURE.md.`,
    severity: 'error',
    from: { path: `^src/${room}/` },
    to: { path: `^src/(${rooms})/`, pathNot: allowed.map((one) => `^src/${one}${one.endsWith('.ts') ? '$' : '/'}`) },
  };
});

module.exports = {
  forbidden: [
    ...roomRules,
    ...levelRules,
    decideRule,
    {
      name: 'packages-stand-alone',
      comment: 'A package of packages/ imports nothing of ours, and nothing of another: anybody may install it.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/(?!test/)' },
      to: { path: '^(src|migrations|packages)/', pathNot: '^packages/$1/' },
    },
    {
      name: 'only-the-terminal-uses-packages',
      comment: 'The demo, and the command that starts the sandbox.',
      severity: 'error',
      from: { path: '^(src|migrations)/', pathNot: '^src/doors/terminal/' },
      to: { path: '^packages/' },
    },
    {
      name: 'nothing-loose',
      comment: 'Only the bin lies in src itself; every other file has a room.',
      severity: 'error',
      from: {},
      to: { path: '^src/[^/]+$', pathNot: '^src/main[.]ts$' },
    },
    ...writers.map(([writer, ...doors]) => ({
      name: 'doors-call-acts',
      comment: 'What a person changes is an act (src/acts), which writes its line in the log: doors, and the views that they show, have nothing to write with. The demo plays a story behind the doors.',
      severity: 'error',
      from: {
        path: '^src/(doors|views|app)/',
        pathNot: ['^src/doors/terminal/demo/', ...doors.map((door) => `^src/${door.replace(/[.](tsx?)$/, '[.]$1$')}`)],
      },
      to: { path: `^src/${writer}[.]ts$`, dependencyTypesNot: ['type-only'] },
    })),
    {
      name: 'acts-are-logged-by-acting',
      comment: 'An act hands its line to acting(), which writes it: no act has a log to forget.',
      severity: 'error',
      from: { path: '^src/acts/', pathNot: '^src/acts/(acting|act-tools)[.]ts$' },
      to: { path: '^src/record/log/posting-log[.]ts$' },
    },
    {
      name: 'journal-is-pure',
      comment: 'The journal uses the decimal and schema libraries, and node:crypto for the fingerprint. No I/O, no clock, no framework.',
      severity: 'error',
      from: { path: '^src/journal/' },
      to: { dependencyTypesNot: ['local'], pathNot: ['node_modules/(decimal\\.js|zod)/', '^(node:)?crypto$'] },
    },
    {
      name: 'only-books-knows-http',
      comment: 'The accounting service is reached through books alone.',
      severity: 'error',
      from: { path: '^src/(?!books|doors/terminal|app)[a-z]+/' },
      to: { path: 'node_modules/undici/' },
    },
    {
      name: 'no-cycles',
      comment: 'Of types neither.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-drawers',
      comment: 'A file lives in the room whose word it is.',
      severity: 'error',
      from: {},
      to: { path: '/(common|shared|util|utils|helper|helpers)(/|[.]ts)', pathNot: 'node_modules' },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'ships-what-it-uses',
      comment: 'What src imports has to be among the dependencies, unless it is only a type.',
      severity: 'error',
      from: { path: '^(src|migrations)/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
