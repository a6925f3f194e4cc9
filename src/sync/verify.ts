import { In, LessThanOrEqual } from 'typeorm';
import { addDays, taxMonthOf, taxYearOf, taxYearRange } from '../journal/nouns/dates.js';
import type { TagParts } from '../journal/nouns/identity.js';
import { monthInTag, ownParts } from '../journal/nouns/own-parts.js';
import type { ReadBooks } from '../books/books.js';
import type { JournalSet } from '../books/journal-set.js';
import type { Companies } from '../companies/companies.js';
import type { Company } from '../companies/company.js';
import type { Database } from '../ground/database.js';
import { TaxYearRecord } from '../record/runs/pay-period.entity.js';
import { type BooksFinding, isStanding, Posting } from '../record/runs/posting.entity.js';
import type { PostingLog } from '../record/log/posting-log.js';
import type { Syncs } from './syncs.js';
import { contentOf, storedSet } from './facts/content.js';
import { today } from '../ground/clock.js';
import { lookAroundDays } from './steps/look-for.js';

export interface Finding {
  readonly company: string;
  readonly tag: string;
  readonly problem: 'missing' | 'edited' | 'doubled' | 'foreign';
  readonly journalSet?: string;
  readonly detail: string;
}

interface Read {
  readonly readAt: Date;
  readonly standing: readonly Posting[];
  readonly findings: readonly Finding[];
}

const setsAtOnce = 200;

type Place = Pick<TagParts, 'year' | 'period'>;

/**
 * Lists the books and compares them with the record, both ways. Writes nothing to the books; what differs is shown from
 * then on.
 */
export class Verify {
  constructor(
    private readonly db: Database,
    private readonly companies: Companies,
    private readonly log: PostingLog,
    private readonly syncs: Syncs,
  ) {}

  async run(company: Company, who: { actor: string; trigger: string }): Promise<readonly Finding[]> {
    // Noted before the list is requested: what changes while it is being sent may not be in it.
    const readAt = await this.db.read((rows) => this.db.now(rows));
    const books = await this.companies.books(company);
    const sets = await this.#setsOf(company, books);
    const recorded = await this.db.read((rows) => rows.findBy(Posting, { companyId: company.id }));
    const standing = recorded.filter(isStanding);
    const findings: Finding[] = [];
    const found = (tag: string, problem: Finding['problem'], journalSet: string | undefined, detail: string) =>
      findings.push({ company: company.name, tag, problem, journalSet, detail });

    const there = new Set<string>();
    for (const posting of standing) {
      const set =
        sets.find((one) => one.url === posting.journalSet) ?? (await books.journalSet(posting.journalSet)).value;
      if (set) there.add(posting.journalSet);
      if (!set)
        found(
          posting.tag,
          'missing',
          posting.journalSet,
          'The journal set is recorded as posted and is not in the books.',
        );
      else if (contentOf(storedSet(set)).fingerprint !== posting.fingerprint || set.tag !== posting.tag)
        found(posting.tag, 'edited', set.url, 'The journal set is not what was posted.');
    }
    for (const set of sets) {
      if (standing.some((posting) => posting.journalSet === set.url)) continue;
      const twin = standing.some((posting) => posting.tag === set.tag);
      if (twin) found(set.tag ?? '', 'doubled', set.url, 'A second journal set bears the tag of one that is recorded.');
      else
        found(
          set.tag ?? '',
          'foreign',
          set.url,
          'The journal set bears our tag and is not recorded. It is recorded now.',
        );
    }
    const isTwice = ({ journalSet, tag, state }: Posting) =>
      state === 'doubled' &&
      there.has(journalSet) &&
      standing.some((one) => one.tag === tag && one.journalSet !== journalSet && there.has(one.journalSet));
    for (const posting of standing.filter(isTwice))
      found(posting.tag, 'doubled', posting.journalSet, 'The pay run is in the books twice.');
    for (const { tag } of standing.filter((one) => isLoneReversal(one, standing)))
      found(tag, 'missing', undefined, 'The journal set reverses one that is not in the books and not recorded.');
    await this.#keep(company, { readAt, standing, findings });
    await this.#note(company, who, findings);
    const unrecorded = sets.filter((set) => !standing.some((posting) => posting.journalSet === set.url));
    await this.#recheck(company, who.actor, placesOf(company, findings, unrecorded));
    return findings;
  }

  /** When each set was read, and what differs. A set that was written since was read later. */
  async #keep(company: Company, { readAt, standing, findings }: Read): Promise<void> {
    const found = new Map<BooksFinding | null, Posting[]>();
    for (const posting of standing) {
      const finding = findingOn(posting, findings);
      found.set(finding, [...(found.get(finding) ?? []), posting]);
    }
    await this.db.work(async (rows) => {
      for (const [finding, postings] of found)
        for (let from = 0; from < postings.length; from += setsAtOnce) {
          const ids = postings.slice(from, from + setsAtOnce).map(({ id }) => id);
          await rows.update(Posting, { id: In(ids), readAt: LessThanOrEqual(readAt) }, { readAt, finding });
        }
    });
  }

  /** Looks at these runs again, so that lists and pages show what was found. */
  async #recheck(company: Company, actor: string, places: readonly Place[]): Promise<void> {
    for (const period of places) {
      await this.syncs.run(company, { ...period, recheck: true, trigger: 'verify', actor });
    }
  }

  /** Every tax year we ever looked at, with a month around it, and at least until a month from today. */
  async #setsOf(company: Company, books: ReadBooks): Promise<readonly JournalSet[]> {
    const years = await this.db.read((rows) => rows.findBy(TaxYearRecord, { companyId: company.id }));
    if (years.length === 0) return [];
    const from = taxYearRange(Math.min(...years.map((row) => row.year))).from;
    const last = taxYearRange(Math.max(...years.map((row) => row.year))).to;
    const now = today(this.db.clock);
    const { value } = await books.journalSets({
      from: addDays(from, -lookAroundDays),
      to: addDays(now > last ? now : last, lookAroundDays),
    });
    return value.filter((set) => ownParts(company.prefix, set) !== undefined);
  }

  async #note(company: Company, who: { actor: string; trigger: string }, findings: readonly Finding[]): Promise<void> {
    const short = findings.map(({ tag, problem }) => `${problem} ${tag}`).join(', ');
    await this.db.work((rows) =>
      this.log.append(rows, {
        companyId: company.id,
        ...who,
        act: 'verify',
        outcome: findings.length > 0 ? 'found' : 'done',
        answer: short || undefined,
      }),
    );
    await this.companies.noteVerified(company.id, {
      at: this.db.clock.now(),
      findings: findings.length > 0 ? JSON.stringify(findings) : null,
    });
  }
}

const isLoneReversal = ({ kind, runTag, generation }: Posting, standing: readonly Posting[]): boolean =>
  kind === 'reversal' &&
  !standing.some((one) => one.kind === 'post' && one.runTag === runTag && one.generation === generation);

function findingOn({ journalSet, tag }: Posting, findings: readonly Finding[]): BooksFinding | null {
  const own = findings.filter((one) => one.journalSet === journalSet || (one.problem === 'doubled' && one.tag === tag));
  const problems = own.flatMap(({ problem }) => (problem === 'foreign' ? [] : [problem]));
  return problems[0] ?? null;
}

/** By their tags, and for unrecorded sets by their dates too, since someone may have moved them. */
function placesOf({ prefix }: Company, findings: readonly Finding[], unrecorded: readonly JournalSet[]): Place[] {
  const byTag = findings.map(({ tag }) => monthInTag(prefix, tag));
  const byDate = unrecorded.map(
    ({ datedOn }) => datedOn && { year: taxYearOf(datedOn), period: taxMonthOf(datedOn) - 1 },
  );
  const places = [...byTag, ...byDate].filter((place) => typeof place === 'object');
  return [...new Map(places.map(({ year, period }) => [`${year}-${period}`, { year, period }])).values()];
}
