import type { SandboxRequest } from '../answer.js';
import type { Sandbox } from '../sandbox.js';

/** A journal set as the kit compares it. */
export interface KitSet {
  readonly company: string;
  readonly url: string;
  readonly datedOn?: string;
  readonly description: string;
  readonly tag?: string;
  /** What it says: its day and its entries, whatever they are called. Two sets with the same one are the same journal twice. */
  readonly says: string;
}

const PER_PAGE = 100;

/** Every set of every company, read past tokens, limits and faults. */
export async function setsIn(sandbox: Sandbox): Promise<KitSet[]> {
  const sets: KitSet[] = [];
  for (const { subdomain } of sandbox.credentials().companies) {
    const path = `/_sandbox/companies/${subdomain}/journal_sets?per_page=${PER_PAGE}`;
    for (let page = 1; ; page += 1) {
      const request: SandboxRequest = { method: 'GET', path: `${path}&page=${page}`, headers: {}, body: '' };
      const { journal_sets: read } = JSON.parse((await sandbox.handle(request)).body) as { journal_sets: WireSet[] };
      sets.push(...read.map((set) => kitSet(subdomain, set)));
      if (read.length < PER_PAGE) break;
    }
  }
  return sets;
}

interface WireSet {
  readonly url: string;
  readonly dated_on?: string;
  readonly description: string;
  readonly tag?: string;
  readonly journal_entries: readonly { category: string; debit_value: string; user?: string }[];
}

function kitSet(
  company: string,
  { url, dated_on: datedOn, description, tag, journal_entries: entries }: WireSet,
): KitSet {
  const lines = entries.map(({ category, debit_value: debit, user }) => [codeOf(category), debit, user ?? '']);
  const says = JSON.stringify([company, datedOn, lines.map((line) => JSON.stringify(line)).toSorted()]);
  return { company, url, ...(datedOn && { datedOn }), description, ...(tag !== undefined && { tag }), says };
}

/** `902-3` names an account of 902, as the user of the entry does. */
function codeOf(category: string): string {
  return category.split('/').pop()!.split('-', 1)[0]!;
}

export interface Comparison {
  /** More often in the books than without a fault. */
  readonly extra: readonly KitSet[];
  /** Less often. */
  readonly missing: readonly KitSet[];
}

/** What the books hold against what a run without a fault made. */
export function compare(found: readonly KitSet[], wanted: readonly KitSet[]): Comparison {
  return { extra: beyond(found, wanted), missing: beyond(wanted, found) };
}

/** The sets that say what none is left to say in the others. */
function beyond(these: readonly KitSet[], those: readonly KitSet[]): KitSet[] {
  const left = new Map<string, number>();
  for (const { says } of those) left.set(says, (left.get(says) ?? 0) + 1);
  return these.filter(({ says }) => {
    const count = left.get(says) ?? 0;
    if (count > 0) left.set(says, count - 1);
    return count === 0;
  });
}
