import { notFound, type Reply } from '../answer.js';
import type { Call } from '../engine/call.js';
import type { Company } from '../company/company.js';
import { escapeHtml, pageHtml } from '../engine/html.js';
import { setOf, subOf } from '../accounting/journal-sets.js';
import type { Row } from '../engine/table.js';
import { moneyText } from '../engine/pence.js';
import { codeShown, nameShown } from '../accounting/trial-balance.js';

const COMPANIES_SHOWN = 500;
const SETS_SHOWN = 200;
const REQUESTS_SHOWN = 100;

/** A page for people: the requests that arrived, and the books as they stand. */
export function booksPage(call: Call): Reply {
  const { world } = call;
  const subdomain = call.query.get('company') ?? [...world.seeds.keys()][0]!;
  const company = world.company(subdomain);
  if (!company) throw notFound();
  const name = String(company.record['name']);
  return {
    html: pageHtml(
      `${name}: sandbox`,
      `<h1>${escapeHtml(name)}</h1>
<p class="soft">A local accounting service. Its clock shows ${escapeHtml(world.clock.now().toUTCString())}.</p>
${companyLinks(call, subdomain)}
<h2>Trial balance</h2>${trialBalance(company)}
<h2>Journal sets</h2>${journalSets(company)}
<h2>Requests</h2>${requests(call)}`,
    ),
  };
}

function companyLinks(call: Call, current: string): string {
  const seeds = [...call.world.seeds.values()];
  if (seeds.length === 1) return '';
  const links = seeds.slice(0, COMPANIES_SHOWN).map(({ name, subdomain }) => {
    const here = subdomain === current ? ' aria-current="page"' : '';
    return `<a href="/?company=${encodeURIComponent(subdomain)}"${here}>${escapeHtml(name)}</a>`;
  });
  return `<details><summary>${seeds.length} companies</summary><nav>${links.join(' ')}</nav></details>`;
}

function table(heads: readonly [string, boolean][], rows: readonly (readonly string[])[]): string {
  const cell = (tag: string, text: string, column: number) =>
    `<${tag}${heads[column]![1] ? ' class="n"' : ''}>${escapeHtml(text)}</${tag}>`;
  const head = heads.map(([text], column) => cell('th', text, column)).join('');
  const body = rows.map((row) => `<tr>${row.map((text, column) => cell('td', text, column)).join('')}</tr>`).join('\n');
  return `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}

const debitOf = (pence: bigint) => (pence > 0n ? moneyText(pence) : '');
const creditOf = (pence: bigint) => (pence < 0n ? moneyText(-pence) : '');
const COLUMNS: readonly [string, boolean][] = [
  ['Account', false],
  ['Name', false],
  ['Debit', true],
  ['Credit', true],
];

function trialBalance(company: Company): string {
  const balances = company.balances(undefined, undefined).filter(({ total }) => total !== 0n);
  if (balances.length === 0) return '<p>Nothing in the books yet.</p>';
  const rows = balances.map((balance) => [
    codeShown(company, balance),
    nameShown(company, balance),
    debitOf(balance.total),
    creditOf(balance.total),
  ]);
  return table(COLUMNS, rows);
}

function journalSets(company: Company): string {
  const dated = company.table('journal_sets').listing('page', () => ({
    matches: (row) => setOf(row).dated_on !== undefined,
    valueOf: (row) => setOf(row).dated_on!,
    sign: 1,
    equal: {},
  }));
  const sets = dated.slice(-SETS_SHOWN).reverse();
  if (sets.length === 0) return '<p>No journal sets yet.</p>';
  const more = dated.length > sets.length ? `<p class="soft">The latest ${sets.length} of ${dated.length}.</p>` : '';
  return more + sets.map((set) => journalSet(company, set)).join('\n');
}

function journalSet(company: Company, row: Row): string {
  const set = setOf(row);
  const rows = set.journal_entries.map((entry) => {
    const place = { code: entry.category, sub: subOf(entry) };
    const { debit } = entry;
    return [codeShown(company, place), entry.description ?? nameShown(company, place), debitOf(debit), creditOf(debit)];
  });
  const tag = set.tag === undefined ? '' : ` <code>${escapeHtml(set.tag)}</code>`;
  return `<details><summary>${escapeHtml(set.dated_on ?? '')} · ${escapeHtml(set.description)}${tag}</summary>${table(COLUMNS, rows)}</details>`;
}

function requests({ world }: Call): string {
  if (world.requests.total === 0) return '<p>None yet.</p>';
  const counts = [...world.requests.counts()].sort((a, b) => b.count - a.count).slice(0, REQUESTS_SHOWN);
  const rows = counts.map(({ method, path, count }) => [method, path, String(count)]);
  return `<p class="soft">${world.requests.total} in all.</p>${table(
    [
      ['Method', false],
      ['Path', false],
      ['Count', true],
    ],
    rows,
  )}`;
}
