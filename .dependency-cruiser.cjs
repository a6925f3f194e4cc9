/**
 * Who may import whom. The rooms stand in one line, from pure to thin: each may import those before it.
 * Root files (src/*.ts) may be imported by any room but journal and sandbox.
 */
const rooms = 'journal|books|companies|postings|sync|api|review|commands|sandbox';
const mayImport = {
  journal: [],
  books: ['journal'],
  companies: ['journal', 'books'],
  postings: ['journal'],
  sync: ['journal', 'books', 'companies', 'postings'],
  api: ['journal', 'books', 'companies', 'postings', 'sync'],
  review: ['journal', 'books', 'companies', 'postings', 'sync', 'api'],
  commands: ['journal', 'books', 'companies', 'postings', 'sync', 'api', 'review', 'sandbox'],
  sandbox: [],
};

const roomRules = Object.entries(mayImport).map(([room, others]) => ({
  name: `${room}-imports-only-${['itself', ...others].join('-')}`,
  comment: `${room} may import ${others.length > 0 ? `${others.join(', ')} and itself` : 'only itself'}: see ARCHITECTURE.md.`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: `^src/(${rooms})/`, pathNot: `^src/(${[room, ...others].join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...roomRules,
    {
      name: 'journal-and-sandbox-stand-alone',
      comment: 'journal is pure and sandbox an independent witness: neither knows the root files.',
      severity: 'error',
      from: { path: '^src/(journal|sandbox)/' },
      to: { path: '^src/[^/]+\\.ts$' },
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
      from: { path: '^src/(journal|companies|postings|sync|api|review)/' },
      to: { path: 'node_modules/undici/' },
    },
    {
      name: 'root-imports-no-doors',
      comment: 'Of the rooms, root files know nouns and entities; only those that put the process together know the doors.',
      severity: 'error',
      from: { path: '^src/[^/]+\\.ts$', pathNot: '^src/(main|application|app\\.module|rooms\\.module|entities)\\.ts$' },
      to: { path: '^src/(books|companies|postings|sync|api|review|commands|sandbox)/' },
    },
    {
      name: 'no-cycles',
      comment: 'Of what runs. Types may name each other both ways, and so may entities, which mirror tables that do.',
      severity: 'error',
      from: { pathNot: '\\.entity\\.ts$' },
      to: { circular: true, viaOnly: { pathNot: '\\.entity\\.ts$', dependencyTypesNot: ['type-only'] } },
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
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
