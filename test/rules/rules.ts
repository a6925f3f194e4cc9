import { type Edit, mends } from '../simulation/mends.js';

/**
 * The rules of decision 0001, each with the code to take out and the test that fails without it: `npm run rules`. A test
 * of which nothing says what it protects is deleted one day; a rule that no test protects is broken one day.
 */
export interface Rule {
  readonly name: string;
  /** The part of the decision where it stands. */
  readonly part: string;
  readonly rule: string;
  readonly edits: readonly Edit[];
  readonly test: {
    /** In test/, without `.test.ts`. */
    readonly file: string;
    /** Words of its name that stand in the file. */
    readonly title: string;
  };
}

type Row = readonly [
  name: string,
  rule: string,
  edits: readonly Edit[] | readonly [file: string, text: string, instead: string],
  file: string,
  title: string,
];

const sync = (name: string) => `src/sync/${name}.ts`;
const step = (name: string) => sync(`steps/${name}`);
const record = (name: string) => `src/record/${name}.ts`;
const journal = (name: string) => `src/journal/${name}.ts`;
const books = (name: string) => `src/books/${name}.ts`;

/** What test/simulation takes out too. */
function mend(named: string): readonly Edit[] {
  const found = mends.find(({ name }) => name === named);
  if (!found) throw new Error(`there is no mend ${named}`);
  return found.edits;
}

const parts: Readonly<Record<string, readonly Row[]>> = {
  'Identity in the books themselves': [
    [
      'tag',
      'A tag is made of the pay run alone: its year, period and pay date.',
      [
        journal('nouns/identity'),
        '`${monthTagOf(prefix, year, period)}:${datedOn}`',
        '`${monthTagOf(prefix, year, period)}:`',
      ],
      'journal/nouns/identity',
      'a pay run’s tag depends on nothing but the run',
    ],
    [
      'fingerprint',
      'A fingerprint is of what a set says: neither the order of its lines nor the spelling of an account is part of it.',
      [journal('nouns/identity'), 'const sorted = lines.map(lineKey).sort();', 'const sorted = lines.map(lineKey);'],
      'journal/nouns/identity',
      'does not depend on order, host, spelling or sub account suffix',
    ],
    [
      'highest-generation',
      'The set that counts is the one that no reversal of its generation undoes.',
      [journal('decide/decide'), 'return sets.filter((set) => !undone.has(set.generation));', 'return sets;'],
      'journal/decide/decide',
      'posted and reversed again',
    ],
    [
      'never-used-twice',
      'A new set has a generation that was never used, not even by a set that is gone.',
      [sync('facts/run-facts'), 'Math.max(0, ...run.recorded.postings.map', 'Math.max(0, ...standing(run).map'],
      'sync/run-facts',
      'counts the generations of sets that are gone',
    ],
  ],
  'Intent before act': [
    [
      'intent',
      'A process that died after its intent was committed leaves the write in doubt.',
      [step('settle'), 'await record.doubt();', ''],
      'sync/doubt',
      'of a process that died before it could say so is in doubt as well, and found',
    ],
    [
      'fence',
      'Only what another holder of the lease left as sending is in doubt, not what is being sent now.',
      [record('runs/writes'), ' AND fence < :fence`, lease)', '`, lease)'],
      'record/writes',
      'that another holder of the lease left behind is in doubt, and none of its own',
    ],
    [
      'lease',
      'A write begins only under the lease.',
      [
        record('leases'),
        'if (!row || row.holder !== lease.holder || String(row.fence) !== lease.fence) return null;',
        'if (!row) return null;',
      ],
      'record/writes',
      'begins only under the lease that is held now',
    ],
    [
      'one-open-write',
      'A pay run has one open write.',
      ['migrations/1800000000000-initial.ts', 'CREATE UNIQUE INDEX writes_open', 'CREATE INDEX writes_open'],
      'record/writes',
      'begins only while its run has no other that is open, however many begin at once',
    ],
    [
      'send-by-wall',
      'Nothing is sent once its send-by has passed on the wall clock.',
      [books('session'), 'clock.now() <= sendBy.wall && ', ''],
      'books/outcomes',
      'send-by has passed, by the wall clock',
    ],
    [
      'send-by-monotonic',
      'Nor once it has passed on the monotonic clock.',
      [books('session'), ' && clock.monotonicMs() <= sendBy.monotonicMs', ''],
      'books/outcomes',
      'send-by has passed, by the monotonic clock',
    ],
    [
      'last-moment',
      'The send-by is checked once more when the socket is free.',
      [books('session'), '{ body: write.body, mayStart }', '{ body: write.body }'],
      'books/outcomes',
      'the send-by time passes between begin and the socket',
    ],
    [
      'own-attempt',
      'A late answer touches only its own attempt.',
      [record('runs/writes'), "{ id: open.id, attempts: open.attempt, state: 'sending' as const }", '{ id: open.id }'],
      'sync/kept-together',
      'names the late answer when another process has recorded it',
    ],
    [
      'look-after-401',
      'After a 401 or a 429 there is one look: the service may have acted.',
      mend('H'),
      'sync/answers',
      '%s, and the look fails: in doubt',
    ],
    [
      'longest-wait',
      'No wait exceeds an hour, no matter who asks for it: after that a request tries.',
      mend('E-long'),
      'books/throttle',
      'no wait exceeds an hour, also one that an earlier release stored',
    ],
    [
      'look-before-refused',
      'Before a refusal for its content is shown there is one look.',
      mend('H-refused'),
      'sync/answers',
      'an answer that came after the service had acted',
    ],
    [
      'minute',
      'After a post was refused for its content, nothing is sent for its run for a minute, no matter who asks.',
      [
        sync('facts/next-step'),
        'if (waitsAfterRefusal(run, request)) return request.recheck === true && run.looked.seen === undefined;',
        '',
      ],
      'sync/refused-for-a-minute',
      'corrected and posted at once, and made 3 s later, is once in the books',
    ],
    [
      'minute-by-both-clocks',
      'The minute is a sum of the smaller advance of both clocks.',
      [step('settle'), 'const isOver = waitedMs >= minuteMs;', 'const isOver = true;'],
      'sync/refused-for-a-minute',
      'waits for a minute by both clocks: one that jumps ends nothing',
    ],
    [
      'minute-by-a-look',
      'A look that fails ends no minute.',
      [
        step('settle'),
        '    return undefined;\n  } catch (error) {',
        '    return undefined;\n  } catch (error) {\n    for (const write of due) await waitOn(record, write, { own });',
      ],
      'sync/refused-for-a-minute',
      'ends no minute by a look that fails',
    ],
    [
      'minute-stays-due',
      'What the look at its end finds stays due until something was decided from it.',
      [step('settle'), '{ lookAgainAt: await dueAgainAt(record, rows) }', '{ lookAgainAt: null }'],
      'sync/refused-and-shown',
      'the set of a run that left payroll is shown: %s',
    ],
    [
      'asked-in-its-minute',
      'What someone asks for within the minute is kept, and sent after it by a sync that no one asked for.',
      [sync('facts/with-recorded'), 'if (isAskedAgain(known, request)) return', 'if (false) return'],
      'sync/refused-for-a-minute',
      'keeps what is asked for within a minute, and the service sends it after that: %s',
    ],
    [
      'wakes-after-the-minute',
      'The service syncs by itself when the minute is over.',
      [record('runs/writes'), 'w.waited_ms < :minuteMs AND', 'w.waited_ms < -:minuteMs AND'],
      'sync/refused-for-a-minute',
      'keeps what is asked for within a minute, and the service sends it after that: %s',
    ],
    [
      'left-for-its-window',
      'What no one asks for after a refusal waits for the second look.',
      [
        sync('facts/run-facts'),
        'return isInItsMinute(refused) || (byItself.has(trigger) && !run.thisSync.isAskedAgain) ? refused : undefined;',
        'return isInItsMinute(refused) ? refused : undefined;',
      ],
      'sync/refused-for-a-minute',
      'is left for the whole settle window by a sync that no one asked for: %s',
    ],
    [
      'unguarded-refusal',
      'What no guard stands behind is looked for after any refusal.',
      [step('send'), ' || !isGuarded(books.record.company, open);', ';'],
      'sync/refused-and-made',
      'is waited for when it is a reversal (%d)',
    ],
    [
      'unguarded-window',
      'What no guard stands behind waits for its whole window: one look does not decide.',
      [step('send'), 'write.setUrl !== null || isGuarded(company, write);', 'true;'],
      'sync/refused-and-made',
      'is waited for when it is a reversal (%d)',
    ],
    [
      'unguarded-shown',
      'After its window what no guard stands behind is shown as refused, in the words of the service.',
      [step('settle'), '!mayHaveArrived && refusalIn(write.answer)', 'false'],
      'sync/refused-and-made',
      'is shown in the service’s words after the window where no guard stands behind it, and sent once',
    ],
  ],
  'What was given up after one look may yet show': [
    [
      'second-look',
      'What was given up is looked for once more, a settle window later.',
      [step('settle'), 'const failed = await lookAgain({ record, ledger });', 'const failed = undefined;'],
      'sync/refused-and-made',
      'is found a window later, when the list lagged',
    ],
    [
      'stays-shown',
      'Until then its run stays, also when payroll has it no more.',
      [sync('keep/shown/show'), ' && open === undefined && toLookAgain.length === 0;', ' && open === undefined;'],
      'sync/refused-and-shown',
      'nothing that cannot be done, while it waits for a journal that may yet show',
    ],
    [
      'keeps-back',
      'Until then it keeps back the runs of its period and next to it, unless payroll has it as it was sent.',
      [journal('decide/decide-together'), ' || mayYetShow.some((content) => content !== key);', ';'],
      'sync/refused-and-made',
      'is waited for, though payroll moves the pay date to another period',
    ],
    [
      'no-approval',
      'No approval lets another run of its period pass the guard.',
      [step('guard'), 'if (!mayBeOurs) return', 'if (true) return'],
      'sync/refused-and-made',
      'is waited for, though its run is ignored, and what the guard sees of it is approved for another',
    ],
    [
      'any-movement',
      'Any movement that the guard sees before its run is sent again puts it in doubt again.',
      [step('guard'), "open ? { is: 'in_doubt', open } : judgement", 'judgement'],
      'sync/refused-and-made',
      'is waited for, whatever else moved meanwhile',
    ],
    [
      'doubted-once',
      'It is put in doubt again once.',
      [sync('facts/run-facts'), ' && (write.lookedAt === null || isInItsMinute(write))', ''],
      'sync/refused-and-made',
      'is not waited for again and again when someone enters its figures by hand',
    ],
    [
      'unseen-by-guard',
      'Where the guard is off, or reads no account that it moves, its run waits.',
      [sync('facts/next-step'), 'if (!mayYetShow(run).every(isSeen)) return false;', ''],
      'sync/refused-and-changed',
      'a run whose salaries go to another account while its post may yet show is posted once',
    ],
    [
      'failed-second-look',
      'A second look that fails ends no sync.',
      [
        step('settle'),
        'const failed = await lookedFor(books, due).then(() => undefined, asProblem);',
        'const failed = await lookedFor(books, due).then(() => undefined);',
      ],
      'sync/refused-and-made',
      'ends no sync when the second look fails, which is reported and taken again a window later',
    ],
    [
      'stays-due',
      'It stays due until something was decided from it.',
      [
        step('settle'),
        'await rows.update(Write, { id: In(due.map(({ id }) => id)) }, { lookAgainAt });',
        'await rows.update(Write, { id: In(due.map(({ id }) => id)) }, { lookAgainAt: failed ? lookAgainAt : null });',
      ],
      'sync/refused-and-shown',
      'a double is shown: %s',
    ],
    [
      'once-decided',
      'Once something was decided from it, it is over.',
      [
        sync('keep/keep'),
        'if (decidedFrom.length > 0) await rows.update(Write, { id: In(decidedFrom) }, { lookAgainAt: null });',
        '',
      ],
      'sync/refused-and-changed',
      'a replacement dated by its reversal, refused for its content with the guard off, is sent once',
    ],
  ],
  'No proxy is believed': [
    [
      'own-error',
      'A 4xx counts as refused only with the service’s own JSON error.',
      mend('B'),
      'sync/answers',
      'the page of a proxy',
    ],
    [
      'another-set',
      'A 201 that names another set is read back by its address.',
      mend('I'),
      'sync/answers',
      'is read back by its address, and nothing is recorded when it is not ours',
    ],
    [
      'recorded-already',
      'A 201 that names a set which is recorded already made nothing.',
      [step('made-by'), 'return isKnown\n', 'return false\n'],
      'sync/answers',
      'that is recorded already is not recorded again',
    ],
    [
      'removed-by-address',
      'A removal counts once the set’s address shows nothing.',
      [
        books('books'),
        "return sent.kind === 'answered' ? this.#isGone(url) : sent;",
        "return sent.kind === 'answered' ? { kind: 'done' } : sent;",
      ],
      'books/outcomes',
      'not carried out: the set is still there',
    ],
    [
      'amended-by-address',
      'An amendment that is answered with other content is read by its address.',
      [step('amend'), 'const set = isAsSent ? sent.set', 'const set = sent.set ? sent.set'],
      'sync/answers',
      'is not believed: the set is read by its address',
    ],
    [
      'own-period',
      'A period with another number or address is a failed read.',
      mend('F'),
      'sync/answers',
      'an answer to another question',
    ],
    [
      'own-year',
      'So is the list of another year.',
      mend('F-year'),
      'sync/answers',
      'with the list of another year is a failed read',
    ],
    [
      'own-address',
      'So is a set with another address than was asked for.',
      [books('books'), 'if (pathOf(value.url) !== pathOf(url)) throw', 'if (false) throw'],
      'books/reading',
      'is not taken for another that the service answers with',
    ],
    [
      'whole-lists',
      'A list whose pages and X-Total-Count do not agree is a failed look-up.',
      [books('paging'), 'if (trouble) throw', 'if (false) throw'],
      'books/reading',
      'whose pages do not match the total are a failed look-up, never a shorter list',
    ],
  ],
  'Whose books these are is asked': [
    [
      'own-books',
      'Before anything is taken from the books or sent to them, it is asked whose they are.',
      [books('reader'), 'if (this.own) await this.ours();', ''],
      'books/whose-books',
      'answer nothing that is asked for',
    ],
    [
      'own-payroll',
      'What has moved in payroll is kept only once that is known.',
      [step('fetch'), 'if (read.some(({ moved }) => moved.size > 0)) await books.ledger.ours();', ''],
      'sync/whose-books',
      'takes no one’s payroll',
    ],
    [
      'other-books-end',
      'Other books end the sync, and nothing more is recorded.',
      [sync('at-work/ends-the-sync'), '[LeaseLost, DecidedSince, OtherBooks]', '[LeaseLost, DecidedSince]'],
      'sync/whose-books',
      'looks for nothing a second time',
    ],
  ],
  'A decision is spent once': [
    [
      'spent-by-found',
      'It is spent by a look that finds what it asked for.',
      mend('A'),
      'sync/spent',
      'is used up by a reversal that is found: nothing follows by itself',
    ],
    [
      'spent-by-answer',
      'It is spent by the answer to its write, also one that was asked for after the sync had begun.',
      [sync('keep/keep'), 'record.decisions.spend(rows, open),', 'Promise.resolve([] as const),'],
      'sync/story',
      'holds a reversed run until a person asks for it again',
    ],
    [
      'spent-by-amendment',
      'It is spent by the amendment or removal that it asked for.',
      [sync('keep/apply'), 'const spent = await record.decisions.spend(rows, write);', 'const spent: never[] = [];'],
      'sync/spent',
      'is used up by the removal of a double: what payroll changed too is amended only when someone asks',
    ],
    [
      'spent-by-edit',
      'It is spent by a set that is neither as it was nor as it was to be.',
      [
        step('settle'),
        "{ answer: 'found otherwise', mayHaveArrived: true }",
        "{ answer: 'found otherwise', mayHaveArrived: false }",
      ],
      'sync/spent',
      'is used up when someone altered the set to be amended, whether the amendment had arrived or not',
    ],
    [
      'same-aim',
      'Any other decision with the same aim is spent with it.',
      [
        record('runs/decisions'),
        'const where = decisionId ? [asked, { id: decisionId, endedAt: IsNull() }] : asked;',
        'const where = decisionId ? { id: decisionId, endedAt: IsNull() } : asked;',
      ],
      'record/decisions',
      'ends the decision behind it and any other with the same aim, and none besides',
    ],
    ['verify', 'verify sends nothing.', mend('verify'), 'sync/spent', 'is not carried out by verify, which only looks'],
  ],
  'A release rewrites no history': [
    [
      'same-document',
      'While payroll’s document is the one a set was posted from, what was posted stands.',
      [
        sync('facts/run-facts'),
        'if (!run.payroll.documentHash || posting?.documentHash !== run.payroll.documentHash) return undefined;',
        'if (run) return undefined;',
      ],
      'sync/mapped-otherwise',
      'stays as it was posted, with a warning, for as long as payroll does not change',
    ],
    [
      'own-policy',
      'A posted run keeps the policy that it was posted with.',
      [
        sync('story/map-runs'),
        'policy: (posted && policies.get(posted.policyVersion)) ?? company.policy,',
        'policy: company.policy,',
      ],
      'sync/as-posted',
      'by the policy that it was posted with',
    ],
    [
      'own-roles',
      'A posted run keeps the roles that it was posted with.',
      [sync('story/map-runs'), 'if (!posted) return [];', 'if (posted || !posted) return [];'],
      'sync/as-posted',
      'by the roles that it was posted with',
    ],
  ],
  'What is not certain is looked for': [
    [
      'no-answer',
      'A write without an answer is in doubt.',
      [books('session'), "error instanceof NeverStarted ? 'notSent' : 'inDoubt'", "'notSent'"],
      'sync/doubt',
      'is in doubt, and done when it is found',
    ],
    [
      'window',
      'A write that is not found stays in doubt until the settle window is over.',
      [step('settle'), 'if (waitedMs >= record.limits.settleWindowSeconds * 1000) {', 'if (waitedMs >= 0) {'],
      'sync/doubt',
      'waits for the whole window before it is sent again',
    ],
    [
      'smaller-advance',
      'The window is a sum of the smaller advance of both clocks.',
      mend('C'),
      'sync/settle-window',
      'eleven minutes ahead does not end the window: the set that comes later is found',
    ],
    [
      'between-looks',
      'It adds up what passed between two looks, not since the first.',
      mend('D'),
      'sync/settle-window',
      'of the year 2099 at the first look does not stretch the window for ever',
    ],
    [
      'after-send-by',
      'A look before the send-by does not count.',
      [step('settle'), 'if (look.own <= write.sendBy) return;', ''],
      'sync/doubt',
      'begins with a look after its send-by: until then it might still be sent',
    ],
    [
      'failed-look',
      'A look that fails is never “not found”.',
      [
        step('settle'),
        'const seen = await ledger.journalSets(range);',
        'const seen = await ledger.journalSets(range).catch(() => ({ value: [], at: undefined }));',
      ],
      'sync/doubt',
      'is never given up because a look-up fails',
    ],
    [
      'gone-by-own-words',
      'A set is gone only when the service itself says so.',
      [
        books('session'),
        'if (answer.status === 404 && isOwnError(answer.body)) return',
        'if (answer.status === 404) return',
      ],
      'books/reading',
      'is only taken as gone when the service itself answers so',
    ],
    [
      'paused',
      'What is in doubt is settled and shown, also while the company is paused.',
      mend('G'),
      'sync/refused-and-made',
      'is shown where the company is paused',
    ],
  ],
  'Look, decide again, guard, send once': [
    [
      'look',
      'A set of ours that a look finds is recorded before anything is sent.',
      [
        step('look'),
        'const strange = listed.filter((set) => ownParts(record.company.prefix, set) && !known.has(set.url));',
        'const strange = listed.slice(0, 0);',
      ],
      'sync/one-look',
      'does not hide what someone else posts after it: the guard notices, and the set is recorded',
    ],
    [
      'record-first',
      'A set that is in the books and not recorded is recorded, never posted adjustment.',
      [journal('decide/decide'), 'if (unrecorded.length > 0)', 'if (false)'],
      'journal/decide/decide',
      'not recorded, in the books',
    ],
    [
      'two-sets',
      'Two unreversed sets of one run are shown as doubled.',
      [journal('decide/decide'), 'if (seen.length > 1) return', 'if (false) return'],
      'journal/decide/decide',
      'two sets of one run, of two generations',
    ],
    [
      'late-removable',
      'Of two sets that differ, the one that a refused write made late may be removed, where the other is what payroll says.',
      [journal('decide/decide'), '(isBesidePayrolls ? late : undefined)', 'undefined'],
      'sync/refused-for-a-minute',
      'is shown as doubled, and removed when someone asks',
    ],
    [
      'late-next-to-payrolls',
      'It may not where payroll says neither.',
      [journal('decide/decide'), '(isBesidePayrolls ? late : undefined)', 'late'],
      'sync/refused-for-a-minute',
      'is not removed from here when payroll says neither',
    ],
    [
      'missing-stays',
      'A set that is missing is never posted again without a decision.',
      [journal('decide/decide'), "if (what === 'missing' && decided.post === key) {", "if (what === 'missing') {"],
      'sync/story',
      'does not post again what someone removed, unless asked',
    ],
    [
      'nothing-over-an-edit',
      'A set that someone altered is not amended, unless a person asked for exactly that.',
      [
        journal('decide/decide'),
        "what === 'edited' && effective && decided.amend === key",
        "what === 'edited' && effective",
      ],
      'sync/story',
      'shows a set that was altered, and says when it is right again',
    ],
    [
      'own-tag',
      'A set under another tag is shown as altered, whatever it says.',
      [journal('decide/decide'), 'effective.tag === now.tag && matches(now, mapped)', 'matches(now, mapped)'],
      'sync/re-tagged',
      'is shown as edited, although it says what payroll says, and bears its tag again once it is amended',
    ],
    [
      'own-content',
      'A decision counts for the content that it was made for.',
      [
        journal('decide/decide'),
        'const asked = decided.post === mapped.fingerprint;',
        'const asked = decided.post !== undefined;',
      ],
      'journal/decide/decide',
      'nothing recorded, approved for other figures',
    ],
    [
      'reversed-waits',
      'A reversed run waits until a person asks for it again.',
      [journal('decide/decide'), 'if (reversed && !asked && !isPostedAgain(facts)) return', 'if (false) return'],
      'sync/story',
      'holds a reversed run until a person asks for it again',
    ],
    [
      'guard',
      'What the books show already is held.',
      [step('movement'), 'if (isThisPayroll(given, movement)) {', 'if (false) {'],
      'sync/guard',
      'holds what the books show already, and posts it when someone approves those figures',
    ],
    [
      'guard-twice',
      'Before it holds, the guard reads once more.',
      [step('guard'), "if (isFirst) return { is: 'guarded', tag, found: { is: 'unsure' } };", ''],
      'sync/guard',
      'reads once more before it holds: someone may have been at work between the two reads',
    ],
    [
      'own-figures',
      'An approval is for the figures that were seen.',
      [step('guard'), 'sameFigures(one.figures, hold.figures),', 'true,'],
      'sync/guard',
      'asks again when the figures have moved since they were approved',
    ],
    [
      'sibling-in-doubt',
      'Nothing is posted while another run of its period is in doubt.',
      [
        sync('facts/next-step'),
        '({ adjustment, recorded }) => recorded.open && (run.adjustment || !adjustment),',
        '() => false,',
      ],
      'sync/next-step',
      'posts nothing next to a write in doubt of the same period',
    ],
    [
      'earlier-by-address',
      'Before a replacement every earlier set of its run is read by its address.',
      [step('post'), 'if (generation > 1 && !(await earlierStand(ledger, there)))', 'if (false)'],
      'sync/altered-meanwhile',
      'is not replaced, if its address shows nothing',
    ],
    [
      'reverse-what-is-there',
      'Only a set that is as it was recorded is reversed.',
      [
        step('reverse'),
        'if (!now || contentOf(storedSet(now)).fingerprint !== posting.fingerprint) return',
        'if (!now) return',
      ],
      'sync/altered-meanwhile',
      'is not reversed',
    ],
    [
      'amend-what-is-there',
      'Only a set that is as it was recorded is amended.',
      [
        step('amend'),
        "if (before.fingerprint !== posting.fingerprint && run.looked.drift === undefined) return { is: 'overtaken', tag };",
        '',
      ],
      'sync/altered-meanwhile',
      'is not amended',
    ],
    [
      'taken-tag',
      'A set is not moved to a tag that another set bears.',
      [step('amend'), "if (taken) return { is: 'overtaken', tag };", ''],
      'sync/altered-meanwhile',
      'a set is not moved to a pay date whose tag another set bears',
    ],
    [
      'entries-by-address',
      'An amendment names the entries that it changes: an entry without an address is added.',
      [step('amend'), '...(replaced ? { url: replaced.url } : {}), category', 'category'],
      'sync/story',
      'shows a change with its difference, and amends the same set when asked',
    ],
    [
      'refused-content',
      'What was refused for its content is sent again when something changes, not by every sync.',
      [
        sync('facts/next-step'),
        'if (isRefusedStill(facts, run, verdict) || beingChecked(run))',
        'if (beingChecked(run))',
      ],
      'sync/doubt',
      'is shown in the service’s words and not sent again until something changes',
    ],
  ],
  'One look serves many sends': [
    [
      'one-look',
      'What is to be posted in one sync is looked at once.',
      [
        sync('facts/next-step'),
        "const isShared = verdict?.do === 'post'",
        "const isShared = false && verdict?.do === 'post'",
      ],
      'sync/one-look',
      'serves everything that a sync posts; the guard reads before each post',
    ],
    [
      'guard-before-each',
      'Before each post the guard reads its tax month.',
      [
        {
          file: sync('facts/next-step'),
          text: '(guarded?.tag === tag && guarded.passed);',
          instead: 'guarded?.passed === true;',
        },
        {
          file: sync('facts/fold'),
          text: 'const facts = { ...before, ...nothingRead, look: posting',
          instead: 'const facts = { ...before, look: posting',
        },
      ],
      'sync/one-look',
      'serves everything that a sync posts; the guard reads before each post',
    ],
    [
      'deadline',
      'A look serves another run only for as long as one request may take.',
      [step('look-for'), 'look !== undefined && look.tag !== tag && ', 'look === undefined && '],
      'sync/one-look',
      'is too old for another run when a request takes too long',
    ],
    [
      'ended-by-doubt',
      'A refusal ends a look, as a doubt, a 401 and a 429 do.',
      [
        {
          file: sync('facts/fold'),
          text: 'const known = withGivenUp({ ...facts, ...nothingRead }, event);',
          instead: 'const known = withGivenUp(facts, event);',
        },
      ],
      'sync/one-look',
      'is taken again after an unexpected answer',
    ],
    [
      'own-look',
      'An amendment, a reversal or a removal has a look of its own.',
      [sync('facts/next-step'), 'if (look?.tag !== tag) return undefined;', ''],
      'sync/next-step',
      'a look that was taken for another run serves no reversal',
    ],
    [
      'guard-off',
      'Posts share a look only while the guard is on.',
      [sync('facts/next-step'), "company.policy.guard === 'on' && guarded?.tag !== tag;", 'guarded?.tag !== tag;'],
      'sync/one-look',
      'serves only one post when there is no guard',
    ],
  ],
  'A period and its neighbours are one unit of change': [
    [
      'neighbours',
      'Where a set of ours is to change or vanish, nothing new is posted next to it.',
      [
        journal('decide/decide-together'),
        "if (waitsFor.length > 0) verdicts.set(run.tag, { do: 'changed', why: 'neighbour', waitsFor });\n      else",
        'if (false) undefined;\n      else',
      ],
      'sync/story',
      'takes a moved pay date for a change, never for a second set',
    ],
    [
      'across-april',
      'Neighbours reach across the tax year.',
      [
        sync('story/gather'),
        'if (old.length === 0 && beside.length === 0) return facts;',
        'if (old.length === 0) return facts;',
      ],
      'sync/year-before',
      'is checked before a pay run of April is posted: its pay date may have moved from there',
    ],
    [
      'takes-no-one-in',
      'A set takes no one in while the set that they left still holds them.',
      [
        journal('decide/decide-together'),
        'const waitsFor = waitsForPeople(runs, run);',
        'const waitsFor: string[] = [];',
      ],
      'journal/decide/decide-together',
      'waits for a run that they left, which goes first',
    ],
    [
      'ignored-set',
      'An ignored run that is in the books holds back people who left it and joined a run next to it.',
      mend('J'),
      'sync/story',
      'posts nothing for people whom an ignored journal already pays, until a person posts it',
    ],
    [
      'every-month',
      'People who are paid every month block nothing.',
      mend('J-month'),
      'journal/decide/decide-together',
      'is not kept back for people who are paid every month',
    ],
    [
      'shown-to-that-person',
      'A person lets it be posted only where the ignored runs were shown to them.',
      [
        journal('decide/decide-together'),
        'to.decided.post === to.mapped.fingerprint ? (to.decided.despite ?? []) : [];',
        'to.decided.post === to.mapped.fingerprint ? runs.map(({ tag }) => tag) : [];',
      ],
      'journal/decide/decide-together',
      'takes in no one whom an ignored set next to it still pays, unless a person decides so',
    ],
    [
      'ignored-stays',
      'A run stays ignored when its pay date moves.',
      [sync('story/map-runs'), 'const standing = [...decisions, ...inherited];', 'const standing = [...decisions];'],
      'sync/story',
      'ignores for good, also when the pay date moves',
    ],
    [
      'unread-neighbour',
      'Nothing is posted next to a period that could not be read.',
      [sync('facts/next-step'), 'return !isBesideUnread(facts.unread, run) && maySend', 'return maySend'],
      'sync/story',
      'stops the posting of its neighbours, because a pay date may have moved from it',
    ],
  ],
  'What was fetched is kept with what was decided from it': [
    [
      'kept-together',
      'Payroll that was read is stored in the unit of work that stores what was decided from it.',
      [
        {
          file: sync('keep/keep'),
          text: 'const keeping = record.work(',
          instead:
            'if (recorded) await record.work((rows) => recorded(rows, record, facts));\n  const keeping = record.work(',
        },
        { file: sync('keep/keep'), text: 'await recorded?.(rows, record, facts);', instead: '' },
      ],
      'sync/changes-noticed',
      'a change whose rows cannot be written is noticed by the next sync',
    ],
    [
      'whole-only',
      'A changed payment is stored only once every period that it points at was read.',
      [sync('keep/keep-year'), 'const used = whole ? { payments } : {};', 'const used = { payments };'],
      'sync/changes-noticed',
      'until it could be read, when such a payment has moved',
    ],
  ],
  'Nothing is recorded once another process has taken the books': [
    [
      'taken',
      'What a sync writes looks first, under a lock, whose the lease is.',
      [sync('syncs'), 'if (!(await this.leases.isUntaken(rows, lease))) throw new LeaseLost(company.name);', ''],
      'sync/lease-taken',
      'keeps nothing of %s, and reads it again',
    ],
  ],
  'A loss of the database costs nothing': [
    [
      'adopt',
      'The first sight of a tax year adopts every set that bears our prefix.',
      [step('adopt'), 'if (unseen.length > 0) await adoptYears(books, unseen);', ''],
      'sync/story',
      'adopts what is there also where a person has to approve, when its database is lost',
    ],
  ],
  'How a change is noticed': [
    [
      'spoilt-read',
      'A period that is held for what may be a spoilt read is read again by the next sync.',
      [step('fetch'), '(stale || list.doubted.has(period)) &&', 'stale &&'],
      'sync/spoilt-read',
      'is read again by the next sync, and posted where it is right then',
    ],
    [
      'spoilt-read-once',
      'What it says twice is so: then it is read weekly, like any other.',
      [step('fetch'), 'held.has(row.period) && !row.readTwice', 'held.has(row.period)'],
      'sync/spoilt-read',
      'is read once more where it is so indeed, and then weekly',
    ],
    [
      'what-is-listed',
      'A period is read again when anything that its year’s list says of it has moved.',
      [step('fetch'), 'before.allowance.equals(allowance) &&', ''],
      'sync/changes-noticed',
      'its allowance',
    ],
    [
      'no-updated-at',
      'A period without updated_at is read by every sync.',
      [step('fetch'), 'serviceUpdatedAt !== null &&', ''],
      'sync/changes-noticed',
      'by every sync when no one says when it was changed',
    ],
    [
      'payment-due',
      'A period is read again when the payment due after its tax month is another amount.',
      [step('fetch'), ' || hasOtherPayment(header)', ''],
      'sync/changes-noticed',
      'when the payment due after its tax month is another amount',
    ],
    [
      'weekly',
      'A period is read again weekly.',
      [step('fetch'), '>= readAgainDays * dayMs\n    : true;', '< 0\n    : true;'],
      'sync/changes-noticed',
      'once a week',
    ],
    [
      'year-over',
      'A year that is over is listed once a week after 5 July.',
      mend('year-before'),
      'sync/story',
      'notices a change in a past year within a week, for one request',
    ],
    [
      'with-neighbours',
      'A sync of one period reads its neighbours where they have moved.',
      [step('fetch'), 'return index >= from - 1 && index <= to + 1;', 'return index >= from && index <= to;'],
      'sync/changes-noticed',
      'by a sync of the one next to it, if it has moved',
    ],
    [
      'read-before-posting',
      'What waited is read again before it is posted.',
      [sync('story/gather'), 'return [...posts, ...ignored].filter', 'return ignored.filter'],
      'sync/story',
      'posts what waited as payroll is now, even when it changed without a new updated_at',
    ],
    [
      'ignored-read-again',
      'So are the ignored runs next to it that are in the books: someone may have left them in silence.',
      [sync('story/gather'), 'return [...posts, ...ignored].filter', 'return posts.filter'],
      'sync/ignored',
      'is read again before the run next to it is posted: no one is paid twice',
    ],
    [
      'changes-while-read',
      'Payroll that changes while it is read is read again.',
      [step('fetch'), 'const settled = changing.length === 0 ||', 'const settled = true ||'],
      'sync/story',
      'is read again, so that what moved from one period to another counts once',
    ],
    [
      'behind-the-list',
      'A period older than its year’s list shows it is not taken, for a day.',
      [step('fetch'), ' && read.every(({ isBehind }) => !isBehind)', ''],
      'sync/story',
      'is not taken from a cache that is behind the list, until the list is a day old',
    ],
    [
      'may-come-back',
      'A run whose period is missing from the list is reversed by itself only after the settle window.',
      [sync('facts/run-facts'), 'return run.payroll.mayComeBack || (approval', 'return (approval'],
      'sync/answers',
      'without periods reverses nothing under %s, however long it lasts',
    ],
    [
      'days-of-reversals',
      'The look and the guard read the days of the period’s reversals.',
      [sync('facts/run-facts'), '...[...period, ...reversals].map(', '...[...period].map('],
      'sync/may-yet-show',
      'a re-post whose date is outside what the guard or the look reads',
    ],
    [
      'by-address',
      'What is recorded on the days of the guard and not listed is read by its address.',
      [
        step('look'),
        'const sets = [...listed, ...(await unlisted(ledger, expected, listed))];',
        'const sets = [...listed];',
      ],
      'sync/refused-and-made',
      'is waited for when it replaces a set whose reversal the list does not show either',
    ],
    [
      'unknown-reversal',
      'A reversal that the record does not know is looked for on every day up to a year ahead.',
      [step('reverse'), 'const daysAhead = 366;', 'const daysAhead = 0;'],
      'sync/looks',
      'a reversal on a day that was chosen months ahead is found again after a restored backup',
    ],
    [
      'people-now',
      'The roles of people are read again by each sync that posts.',
      [sync('story/gather'), 'return isOfNow || !restsOnRoles(facts) ? facts :', 'return isOfNow || facts ? facts :'],
      'sync/story',
      'shows a run again when a role was corrected between the sync and its approval',
    ],
    [
      'unfinished-years',
      'What waits in a year that is over is decided again.',
      [
        sync('steps/years'),
        'return [...new Set([...years, ...unfinished, ...received])]',
        'return [...new Set([...years, ...received])]',
      ],
      'sync/year-over',
      'a run that was free when the service gave no access to the accounts',
    ],
  ],
  'More of a sync': [
    [
      'moves-to-ignored',
      'No set moves to a pay date whose run someone ignored.',
      [journal('decide/decide-together'), 'redateTo(runs, run)?.decided.ignored', 'undefined'],
      'journal/decide/decide-together',
      'moves to no pay date whose run someone ignored since',
    ],
    [
      'moves-next-to-unfiled',
      'No set moves to another pay date next to a set whose payroll is no longer filed.',
      [journal('decide/decide-together'), ' || (target !== undefined && isUnknownNow(other))', ''],
      'journal/decide/decide-together',
      'moves to no other pay date next to a set whose payroll is no longer filed',
    ],
    [
      'before-cutover-pays',
      'A run waits while our own set of before the cut-over still pays its people.',
      [
        journal('decide/decide-together'),
        'decided.ignored === true || beforeCutover === true',
        'decided.ignored === true',
      ],
      'journal/decide/decide-together',
      'waits, where our own set of before the cut-over still pays whom payroll has moved behind it',
    ],
    [
      'moved-generation',
      'A set that moves to another pay date begins its generations there, in the record as in its tag.',
      [sync('keep/apply'), '...(moved && { generation: moved.generation }),', ''],
      'sync/story',
      'counts generations from one when a replacement moves to another pay date, in the record as in its tag',
    ],
    [
      'moved-by-one',
      'With two pairs of eyes, no sync posts by itself what one person alone has moved.',
      [sync('story/map-runs'), 'recorded: waitedFor(own, input.touches)', 'recorded: {}'],
      'acts/second-person',
      'let no one post by a policy of theirs, nor a sync by itself, until someone else has',
    ],
    [
      'post-again',
      'The policy goes on only from a reversal of its own.',
      [journal('decide/decide'), 'generation === generationsUsed && postAgain', 'generation === generationsUsed'],
      'sync/posted-again',
      'leaves what a person reversed until someone asks',
    ],
    [
      'post-again-changed',
      'And only where payroll’s content had changed: a list that comes back posts nothing again.',
      [step('reverse'), "!isAsked && mappedOf(run).is === 'post'", '!isAsked'],
      'sync/posted-again',
      'does not post a run again that payroll had lost, and has again',
    ],
    [
      'post-again-unasked',
      'Nor where someone had asked for the reversal, also before payroll changed.',
      [
        step('reverse'),
        "const isAsked = run.recorded.decided.some(({ kind }) => kind === 'reverse');",
        'const isAsked = decision !== undefined;',
      ],
      'sync/posted-again',
      'leaves to a person what was asked to be reversed before payroll changed',
    ],
    [
      'post-again-once',
      'A replacement that was posted, and is gone, is not posted again by itself.',
      [journal('decide/decide'), 'generation === generationsUsed && postAgain', 'postAgain'],
      'journal/decide/decide',
      'reversed by policy, its replacement was posted and given up',
    ],
    [
      'post-again-policy',
      'Nor does anything follow once the policy is another.',
      [journal('decide/decide'), "  amendments === 'reverse' &&\n", ''],
      'sync/posted-again',
      'stops where the policy is another by then',
    ],
    [
      'refusal-decided-since',
      'A refusal stands until payroll or the policy of its run changes, or someone decides again.',
      [
        sync('facts/with-recorded'),
        'return isSame && !isDecidedSince && !isFoundSince ?',
        'return isSame && !isFoundSince ?',
      ],
      'sync/with-recorded',
      'a person asks again',
    ],
    [
      'refusal-as-it-was',
      'A refusal ends when what payroll has is no longer what was refused.',
      [sync('facts/with-recorded'), 'row.fingerprint === fingerprintShown(run);', 'true;'],
      'sync/with-recorded',
      'payroll pays another amount',
    ],
    [
      'own-approval',
      'An approval of a hold is for its own run, or for the person from then on.',
      [sync('facts/with-recorded'), "    .filter((one) => one.tag === run.tag || one.scope === 'person')\n", ''],
      'sync/with-recorded',
      'of another run',
    ],
    [
      'guard-hold-kept',
      'What the guard found is shown until it is asked again.',
      [
        sync('facts/with-recorded'),
        "if (row?.state !== 'held' || row.fingerprint !== mapped?.fingerprint) return [];",
        'if (row || mapped) return [];',
      ],
      'sync/with-recorded',
      'of the guard is shown until the guard is asked about other figures',
    ],
    [
      'made-by-our-write',
      'A set that one of our writes was to make counts as made by it, however late it appears.',
      [
        sync('keep/found'),
        'const ours = write?.targetFingerprint === fingerprint ? write : undefined;',
        'const ours = undefined as Write | undefined;',
      ],
      'sync/refused-and-shown',
      'a set that an earlier one of two refused writes made, as ours',
    ],
    [
      'twin',
      'A second set with the tag of one that stands is doubled.',
      [sync('keep/found'), "    state: hasTwin ? 'doubled' : 'in_books',", "    state: 'in_books',"],
      'sync/story',
      'finds a double and removes the younger one when asked',
    ],
    [
      'smallest-gross',
      'Movement that reaches the smallest gross of its period is held.',
      [step('movement'), 'if (smallest && reach.compare(smallest) >= 0) {', 'if (false) {'],
      'sync/guard',
      'the double-posting guard',
    ],
    [
      'expected',
      'What a person marked as expected every month is no movement.',
      [step('movement'), "amount.minus(Money.parse(given.expected[code] ?? '0'))", 'amount'],
      'sync/guard',
      'the double-posting guard',
    ],
    [
      'posted-by-nothing',
      'A row that says posted, and has no set, is decided again.',
      [sync('steps/years'), '(await isPostedByNothing(record, found)) ||', ''],
      'sync/row-set-right',
      'is put right by the next sync, and nothing is posted by it: %s',
    ],
    [
      'asked-for',
      'What a person asked for while no sync could run is done by the next one.',
      [sync('steps/years'), 'if (asked.some(({ year }) => years.includes(year))) return true;', ''],
      'sync/decided-later',
      'is made by the next scheduled sync, though nothing else has changed',
    ],
    [
      'too-long-in-doubt',
      'A write that is in doubt for two windows is reported.',
      [step('settle'), 'await reportTooLong(books.record);', ''],
      'sync/looks',
      'lists that cannot be read leave no one in the dark about a write in doubt',
    ],
    [
      'one-unreadable-set',
      'One set that cannot be read keeps no other run back.',
      [
        step('settle'),
        'const failed = await settleByUrl(books, write).then(() => undefined, asProblem);',
        'const failed = await settleByUrl(books, write).then(() => undefined);',
      ],
      'sync/looks',
      'keeps no other pay run back',
    ],
    [
      'lost-year',
      'A year that is over, and whose payroll is not there any more, keeps no other back.',
      [step('fetch'), 'if (isOver && (error instanceof NotFound', 'if (false && (error instanceof NotFound'],
      'sync/refused-and-changed',
      'a year that is over whose payroll cannot be read any more',
    ],
    [
      'inherited',
      'That a moved run stays ignored is a decision of its own, in the log.',
      [
        sync('keep/keep'),
        'for (const { tag, reason, actor, companyId } of facts.inherited) {',
        'for (const { tag, reason, actor, companyId } of facts.inherited.slice(0, 0)) {',
      ],
      'sync/ignored',
      'an ignored pay run whose pay date moves is ignored by a decision of its own, which the log has',
    ],
  ],
};

export const rules: readonly Rule[] = Object.entries(parts).flatMap(([part, rows]) =>
  rows.map(
    ([name, rule, edits, file, title]): Rule => ({ name, part, rule, edits: asEdits(edits), test: { file, title } }),
  ),
);

function asEdits(edits: Row[2]): readonly Edit[] {
  const [file, text, instead] = edits;
  if (typeof file === 'string' && typeof text === 'string' && typeof instead === 'string')
    return [{ file, text, instead }];
  return edits as readonly Edit[];
}
