import type { Parts } from '../rule.js';

const attempts = 'src/access/failed-attempts.ts';
const log = 'src/ground/log.ts';
const sessions = 'src/access/sessions.ts';
const takesFiles = 'src/doors/review/payroll-in/takes-files.ts';
const xml = 'src/payrolls/files/xml.ts';
const strictness = 'payrolls/files/strictness';
const uploads = 'doors/payroll-in/uploads';

export const ofAccess: Parts = {
  'Who is let in': [
    [
      'guesses-wait',
      'Ten failures of an address, and the next waits.',
      [attempts, 'if (known && known.counted >= failuresMax) return secondsLeft(known, now);', ''],
      'access/failed-attempts',
      'of one address counts up to its limit, and then says how long to wait',
    ],
    [
      'window-ends',
      'Failures are forgotten after their window.',
      [
        attempts,
        '      await rows.delete(FailedAttempt, { since: LessThan(windowStart) });\n      const known',
        '      const known',
      ],
      'access/failed-attempts',
      'is counted from nothing once its window is over, and nothing of it is kept',
    ],
    [
      'refusals-logged',
      'Guessing from everywhere fills no log.',
      [attempts, 'const room = { scope, counted: LessThan(most) };', 'const room = { scope };'],
      'access/failed-attempts',
      'of a thousand addresses writes no more than its lines into the log',
    ],
    [
      'whole-network',
      'A /64 of IPv6 addresses is one that guesses.',
      [attempts, "head.split(':').slice(0, 4).join(':')", 'head'],
      'access/failed-attempts',
      'the address %s is counted as %s',
    ],
    [
      'idle-session',
      'A session that no one uses ends after half an hour.',
      [sessions, ' && session.seenAt > idleSince(now)', ''],
      'access/sessions',
      'ends after half an hour without a request; checking it does not count as one',
    ],
    [
      'links-end-too',
      'With a person’s sessions their unused links end.',
      [sessions, 'const links = person ? await this.#endLinks(rows, person.id, by) : 0;', 'const links = 0;'],
      'access/sessions',
      'ends with all the person’s other sessions, and unused links end too',
    ],
  ],
  'How much is taken in': [
    [
      'role-before-files',
      'A role that may not bring files is refused before they are read.',
      [takesFiles, "if (!hasRole(principal, 'reviewer')) throw roleRefused(principal, 'reviewer');", ''],
      uploads,
      'of a gigabyte from a viewer, nothing is read: %s',
    ],
    [
      'token-before-files',
      'The token of a form comes before its files.',
      [takesFiles, 'if (provesOrigin(request, csrf)) return take(null, true);', 'return take(null, true);'],
      uploads,
      'the token comes before the files: %s',
    ],
    [
      'upload-by-length',
      'A form that says it is larger than 50 MB is not read.',
      [takesFiles, '> uploadBytesMax + aroundBytesMax', '> Infinity'],
      uploads,
      'more than 50 MB in all is refused by its length',
    ],
    [
      'upload-by-bytes',
      'A form is read up to 50 MB, whatever it says.',
      [takesFiles, 'if (left >= 0) chunks.push(chunk);', 'if (left >= -uploadBytesMax) chunks.push(chunk);'],
      uploads,
      'and by what comes where no length is given',
    ],
    [
      'one-upload',
      'A session sends one upload at a time.',
      ['src/access/uploads.ts', 'if (this.#going.has(session))', 'if (this.#going.size < 0)'],
      uploads,
      'one upload of a session at a time',
    ],
  ],
  'What is meant by a request': [
    [
      'one-host',
      'Two Host headers are refused.',
      ['src/app/web.ts', 'hosts.length > 1', 'hosts.length < 0'],
      'app/web',
      'refuses two Host headers, whichever comes first',
    ],
    [
      'names-turn-nothing',
      'A name shows what would turn or end it.',
      ['src/ground/printable.ts', 'return printable(name.replace(', 'return String(name.replace('],
      'ground/printable',
      'a name shows what would turn or end it: %j',
    ],
    [
      'webhook-not-led',
      'A webhook that redirects leads nowhere.',
      ['src/runner/deliveries.ts', "redirect: 'manual'", "redirect: 'follow'"],
      'runner/not-led-elsewhere',
      'a webhook that redirects with %s leads nowhere',
    ],
  ],
  'What holds up no one': [
    [
      'strangers-little',
      'What a stranger sends is not parsed beyond 16 KiB.',
      ['src/access/strangers.ts', 'Number(length) <= bytesMax && encoding', 'encoding'],
      uploads,
      '%s is not parsed for a stranger',
    ],
    [
      'strangers-not-packed',
      'Nor is what they send packed.',
      ['src/access/strangers.ts', " && encoding === 'identity'", ''],
      uploads,
      '%s is not parsed for a stranger',
    ],
    [
      'elements-before-parsing',
      'More elements than a payroll file has are not parsed.',
      [xml, 'if (countElements(bytes) > elementsMax)', 'if (countElements(bytes) < 0)'],
      strictness,
      '%s is read up to a limit',
    ],
    [
      'elements-within',
      'No element has more within it than a return has people.',
      [xml, 'children.length === childrenMax', 'children.length < 0'],
      strictness,
      '%s is read up to a limit',
    ],
    [
      'levels-of-elements',
      'Elements are read up to 32 levels.',
      [xml, 'level === levelsMax', 'level < 0'],
      strictness,
      '%s is read up to a limit',
    ],
    [
      'turn-with-answer',
      'A file that has no turn for a minute is answered, and not read.',
      ['src/payrolls/files/reader.ts', 'return Promise.race([turn, waiting.over]);', 'return turn;'],
      'payrolls/files/reader',
      'a file that has no turn for too long is answered',
    ],
    [
      'two-bytes-in-thread',
      'A file of two bytes a character may hide a packed part, and is read in a thread.',
      ['src/payrolls/files/reader.ts', 'byte === 0 || byte >= 0xfe', 'byte > 0xff'],
      'payrolls/files/reader',
      '%s is read where it holds no one up',
    ],
  ],
  'What the log of the program has': [
    [
      'log-no-query',
      'Of a query, only what is known to be harmless is logged.',
      [log, "harmless[name]?.test(value) ? `${name}=${value}` : '…'", '!value ? name : `${name}=${value}`'],
      'ground/log',
      'of what is asked for, no name, amount or file is logged: %s',
    ],
    [
      'log-no-person',
      'Of a path, no person is logged.',
      [log, '(first >= 0 && index > first) || ', ''],
      'ground/log',
      'of what is asked for, no name, amount or file is logged: %s',
    ],
  ],
};
