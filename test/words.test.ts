import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Wordings we no longer use, and those that replaced them (docs/glossary.md). */
const givenUp: readonly (readonly [old: RegExp, now: string])[] = [
  [/command-argument/, 'Month must be 0 to 11 (0 = April)'],
  [/\bnought\b/i, 'nil'],
  [/\btie-out\b/i, 'agreed to PAYE due'],
  [/Empe NI|Empr NI/, 'Ee NI, Er NI'],
  [/Year end/, 'Tax year'],
  [/Asked to post/, 'X posted'],
  [/Reversed, not replaced/, 'Reversed, not reposted'],
  [/a field no one knows/i, 'Unrecognised pay item'],
  [/A field must be decided/, 'Pay item needs coding'],
  [/A pension perhaps counted twice/, 'Possible duplicate pension'],
  [/Every payslip figure treated|All payslip items posted/, 'Every pay item treated, as posted'],
  [/payroll (is )?still unfiled/, 'Pay date passed, FPS not accepted'],
  [/Waits for a change beside it/, 'Deal with October first'],
  [/Payroll says other figures now/, 'Payroll has changed: Salaries +£86.40'],
  [/Found in books after all/, 'Checked: was not posted'],
  [/No answer yet/, 'Amendment sent, awaiting confirmation'],
  [/the tax authority/, 'HMRC'],
  [/owed to others/i, 'Deduction payable to a third party'],
  [/with statutory pay recovered at/, 'after 92% statutory pay recovery'],
  [/Tags begin with/, 'Journal reference prefix'],
  [/HMRC agrees|PAYE due per payroll:/, 'Agrees to PAYE due'],
  [/address of the user/, 'people by name'],
  [/From reading to reading/, 'Roll-forward'],
  [/\bmay (not |still )?come in\b|\bcomes? in by\b|\bnobody comes in\b/, 'may sign in'],
];

/** Idioms that no document has either, decisions and the changelog included. */
const idioms: typeof givenUp = [
  [/\bit is told\b|\bwhich is told\b/, 'is reported'],
  [/\bservice said no\b/, 'the service refused'],
];

const root = fileURLToPath(new URL('..', import.meta.url));
const src = join(root, 'src');

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** What people read: code without its comments and its imports. */
function wordsOf(file: string): string {
  const text = readFileSync(file, 'utf8');
  if (file.endsWith('.md')) return text;
  return text
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/^ *\/\/.*$/gm, '')
    .replace(/^import .*$/gm, '')
    .replace(/^.*\bfrom '[^']*';$/gm, '');
}

function found(list: typeof givenUp, files: readonly string[]): string[] {
  return files.flatMap((file) =>
    list
      .filter(([old]) => old.test(wordsOf(file)))
      .map(([old, now]) => `${relative(root, file)}: ${old.source} → ${now}`),
  );
}

test('pages, files and messages use the words of the glossary', () => {
  const files = filesIn(src);
  expect(files.length).toBeGreaterThan(300);
  expect(found(givenUp, files)).toEqual([]);
});

test('the documentation uses them too', () => {
  const files = [
    'README.md',
    ...readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
  ];
  expect(files.length).toBeGreaterThan(5);
  expect(
    found(
      givenUp,
      files.map((file) => join(root, file)),
    ),
  ).toEqual([]);
});

test('no page and no document has idioms that only their author understands', () => {
  const documents = ['.', 'docs', 'docs/decisions'].flatMap((folder) =>
    readdirSync(join(root, folder)).flatMap((name) => (name.endsWith('.md') ? [join(root, folder, name)] : [])),
  );
  expect(documents.length).toBeGreaterThan(20);
  expect(found(idioms, [...filesIn(src), ...documents])).toEqual([]);
});

/** Correct, but no one in London says them: see house.md, *Language*. In comments and names too. */
const stiff = /\b(somebody|nobody|whoever|all the same)\b/i;
/** And these, in comments and documents; code may use them as names. */
const stiffer = /\b(anew|beside)\b/i;

test('comments and documents are plain English', () => {
  const documents = ['.', 'docs', 'docs/decisions', 'packages/sandbox', 'packages/sandbox/docs'].flatMap((folder) =>
    readdirSync(join(root, folder)).flatMap((name) => (name.endsWith('.md') ? [join(root, folder, name)] : [])),
  );
  const code = [...filesIn(src), ...filesIn(join(root, 'packages/sandbox/src'))];
  const commentsOf = (text: string) => text.match(/\/\*[^]*?\*\/|^ *\/\/.*$/gm)?.join('\n') ?? '';
  const wrong = [...code, ...documents].flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const found = stiff.exec(text) ?? stiffer.exec(file.endsWith('.md') ? text : commentsOf(text));
    return found === null ? [] : [`${relative(root, file)}: ${found[0]}`];
  });
  expect(code.length).toBeGreaterThan(800);
  expect(wrong).toEqual([]);
});

test('the glossary has the words that took their place', () => {
  const glossary = readFileSync(new URL('../docs/glossary.md', import.meta.url), 'utf8');
  for (const words of [
    'agreed to PAYE due',
    'Ee NI · Er NI',
    'nil',
    'tax year',
    'journal reference',
    'pay item',
    'Pay date passed, FPS not accepted',
  ])
    expect(glossary).toContain(`| ${words} |`);
});
