/**
 * Who may import whom (ARCHITECTURE.md has the picture). `ground` may be used by every room but journal;
 * `app` puts a process together and `main.ts` is the bin, so both see every room.
 */
const mayImport = {
  ground: [],
  journal: [],
  books: ['journal'],
  payrolls: ['journal', 'books'],
  companies: ['journal', 'books', 'payrolls'],
  // A stored document hands on its period.
  record: ['journal', 'controls/answer.ts', 'payrolls/service/wire.ts'],
  access: ['companies', 'record'],
  sync: ['journal', 'books', 'payrolls', 'companies', 'record'],
  controls: ['journal', 'books', 'companies', 'record', 'access', ...['views/seen.ts', 'views/run/run-row.ts', 'views/checks/paye-tie.ts']],
  views: ['journal', 'controls', 'companies', 'record', 'access'],
  evidence: ['journal', 'controls', 'companies', 'record', 'views'],
  acts: ['journal', 'controls', 'books', 'companies', 'record', 'access', 'sync', 'views', 'evidence'],
  runner: ['journal', 'controls', 'books', 'companies', 'record', 'access', 'sync', 'views', 'evidence', 'acts'],
  api: ['journal', 'controls', 'companies', 'record', 'access', 'views', 'evidence', 'acts', 'runner'],
  review: ['journal', 'controls', 'companies', 'record', 'access', 'views', 'evidence', 'acts', 'runner'],
  commands: ['journal', 'controls', 'books', 'payrolls', 'companies', 'record', 'access', 'sync', 'views', 'evidence', 'acts', 'runner', 'api', 'review', 'app'],
};

/** What writes, and the doors, views and files of `app` that may hold it all the same: docs/decisions/0009 has the reasons. */
const writers = [
  ['record/(log/posting-log|runs/decisions|runs/writes|messages/outbox|leases)'],
  ['record/actors', 'views/(log/log-(view|entries)|run/run-history).ts'],
  ['record/kept-answers', 'api/idempotency.interceptor.ts'],
  ['ground/facts', 'views/names-in-books.ts', 'app/entities.ts'],
  ['books/quotas'],
  ['companies/(authorising|connecting|practice-import|re-seal|token-vault)'],
  ['companies/connections', 'commands/doctor.ts'],
  ['access/access-log'],
  ['access/failed-attempts', 'api/sign-in.controller.ts', 'review/client/client.controller.tsx'],
  ['access/oidc/oidc-sign-in', 'api/sign-in.controller.ts', 'review/sign-in/sign-in.controller.tsx'],
  ['access/api-tokens', 'api/sign-in.controller.ts', 'commands/tokens.ts'],
  ['access/sign-in-links', 'api/sign-in.controller.ts', 'commands/sign-in-link.ts'],
  ['access/sessions', 'api/(sign-in|people).controller.ts', 'review/people/people.controller.tsx', 'commands/sessions.ts'],
  ['sync/(?!syncs[.]).+'],
  ['sync/syncs', 'commands/sync.ts'],
  ['evidence/log-anchors'],
  ['evidence/month-files', 'api/month-files.controller.ts', 'review/client/client.controller.tsx', 'commands/evidence/month-file.ts'],
  ['evidence/signing-keys', 'api/signing-key.controller.ts', 'commands/key.ts'],
  ['controls/(controls|keep/.+)', 'api/control-accounts.controller.ts', 'review/reconciliation/reconciliation.controller.tsx', 'commands/(controls|verify).ts'],
  ['runner/queue', 'api/syncs.controller.ts', 'review/sync/sync.controller.tsx'],
  ['runner/places', 'commands/sync.ts'],
  ['runner/schedule([.]module)?', 'app/app.module.ts'],
  ['runner/(due-this-week|deliveries|digests|firings|left-syncs|mails|month-close|pg-boss-queue|retention|retired-names)'],
];
const rooms = [...Object.keys(mayImport), 'app'].join('|');

/** The levels of a sync, the highest first: what tells the story asks steps, steps ask what keeps, all of them the facts. */
const levels = ['story', 'steps', 'keep', 'facts'];

const levelRules = levels.map((level, index) => ({
  name: `sync-${level}-asks-only-below`,
  comment: 'Nothing of a sync asks a level above its own: story, steps, keep, facts.',
  severity: 'error',
  from: { path: `^src/sync/${level}/` },
  to: { path: `^src/sync/((${['syncs', 'verify'].concat(levels.slice(0, index)).join('|')})([.]ts|/))` },
}));

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
      from: { path: '^(src|migrations)/', pathNot: '^src/commands/' },
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
        path: '^src/(api|review|commands|views|app)/',
        pathNot: ['^src/commands/demo/', ...doors.map((door) => `^src/${door.replace(/[.](tsx?)$/, '[.]$1$')}`)],
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
      from: { path: '^src/(?!books|commands|app)[a-z]+/' },
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
