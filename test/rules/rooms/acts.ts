import type { Parts } from '../rule.js';

const approval = (name: string) => `src/acts/approval/${name}.ts`;
const erasing = (name: string) => `src/acts/erasing/${name}.ts`;
const kept = 'of what is kept for a while, what is not of %s stays, and all of another client';
const payroll = 'of payroll, what is not of %s stays, and all of another client';

export const ofActs: Parts = {
  'Who approves': [
    [
      'refused-change',
      'Nothing is posted while a refused change may still be made.',
      ['src/acts/runs/why-not.ts', "plan?.kind === 'refused' && plan.checked", 'false'],
      'acts/rules/acts-on-a-run',
      'a run is not posted while a refused change of it may still be made',
    ],
    [
      'hold-of-one',
      'A hold of one person is approved for that person alone.',
      [approval('approve'), 'one.code === code && isMeant(one.payslip)', 'one.code === code'],
      'acts/rules/acts-on-a-run',
      'a hold of one person is approved for that person alone',
    ],
    [
      'client-posts-own',
      'What a client approves posts that client’s runs alone.',
      [
        approval('answer-as-client'),
        '    companyId: company.id,\n    year,\n    period,\n    kind',
        '    year,\n    period,\n    kind',
      ],
      'acts/rules/client',
      'posts no run of another client, another year or another kind',
    ],
    [
      'client-query-told',
      'A client’s question reaches the practice.',
      [approval('answer-as-client'), "if (answer === 'query') await outbox", "if (answer === 'approved') await outbox"],
      'acts/rules/client',
      'is told of to the practice by a query, without its words, and not by an approval',
    ],
    [
      'admin-of-all',
      'The second administrator is one of all companies.',
      [approval('second-admin'), ' && companies === null', ''],
      'acts/rules/second-admin',
      'other administrators are those of all companies who may sign in and whom it is not about',
    ],
    [
      'admin-may-sign-in',
      'The second administrator may sign in.',
      [approval('second-admin'), "{ role: 'admin', active: true }", "{ role: 'admin' }"],
      'acts/rules/second-admin',
      'other administrators are those of all companies who may sign in and whom it is not about',
    ],
    [
      'admin-same-change',
      'The second administrator asks for the very same.',
      [approval('second-admin'), "act: 'ask_admin', ref }", "act: 'ask_admin' }"],
      'acts/rules/second-admin',
      'someone who asks the same of it is the second; of another change, or another client, they are the first',
    ],
  ],
  'What an erasure leaves': [
    [
      'erase-own-client',
      'Erasing from one client leaves the same rows of another.',
      [erasing('erase-kept'), 'rows.delete(KeptBalances, { companyId, day })', 'rows.delete(KeptBalances, { day })'],
      'acts/erasing/what-stays',
      kept,
    ],
    [
      'erase-until',
      'What is of the open year stays.',
      [erasing('erase-payroll'), 'datedOn > until || document === null', 'document === null'],
      'acts/erasing/payroll-that-stays',
      payroll,
    ],
    [
      'erase-own-runs',
      'Only journals of the erased runs lose their words.',
      [
        erasing('erase-payroll'),
        '    if (!tags.has(runTag)) continue;\n    const left = {\n      lines',
        '    const left = {\n      lines',
      ],
      'acts/erasing/payroll-that-stays',
      payroll,
    ],
    [
      'erase-small-totals',
      'A total of three payslips shows no one’s pay, and stays.',
      [erasing('erase-kept'), 'payslips < payslipsOfATotal && paying', 'paying'],
      'acts/erasing/what-stays',
      kept,
    ],
    [
      'erase-in-force',
      'A decision in force keeps its words while they are paid.',
      [erasing('erase-words'), 'return isOver && isPast(theirs, at);', 'return isPast(theirs, at);'],
      'acts/erasing/words-that-stay',
      'of decisions, what is not of %s stays',
    ],
    [
      'erase-client-name',
      'The name of a client who answered elsewhere too stays in the log.',
      [erasing('client-names'), 'if (!(await rows.existsBy(ClientApproval, { answeredBy: name })))', ''],
      'acts/erasing/client-names',
      'a name under which someone answered another client, or since, stays in the log',
    ],
    [
      'erase-files-by-name',
      'A payment of a file is theirs by payroll id, or by name.',
      [erasing('erase-files'), 'return !mentions(theirs, `${payment.firstName} ${payment.lastName}`);', 'return true;'],
      'acts/erasing/words-that-stay',
      'of payroll files, what is not of %s stays',
    ],
    [
      'erase-every-name',
      'Each name that a file has for a person is theirs.',
      [
        erasing('people-kept'),
        'people.know(place, { name: `${firstName} ${lastName}`, paidOn })',
        "people.know(place, { name: '', paidOn })",
      ],
      'acts/erasing/three-names',
      'is erased by %s, under each of the names',
    ],
    [
      'erase-by-match',
      'The person matched to a payroll id has the names of its payments.',
      [erasing('people-kept'), 'people.join(placeOf(key), user)', 'people.join(placeOf(key), placeOf(key))'],
      'acts/erasing/three-names',
      'is erased by %s, under each of the names',
    ],
    [
      'erase-changed-id',
      'A payroll id that changed is the same person’s.',
      [erasing('people-kept'), 'people.join(place, placeOf(oldPayId))', 'people.join(place, place)'],
      'acts/erasing/every-personal-column',
      'is gone from every column of every table, written as %s',
    ],
    [
      'erase-match-put-right',
      'A match that was put right makes no one of two people.',
      [erasing('people-kept'), '!users.has(pathOf(user)) || pathOf(inForce[key] ?? user) === pathOf(user)', 'true'],
      'acts/erasing/three-names',
      'what was put right does not',
    ],
    [
      'retention-of-files',
      'Files of which no pay run came have their time too.',
      ['src/runner/retention.ts', "f.kind <> 'eps' AND f.taken <> '[]'", 'f.year < 0'],
      'runner/retention',
      'loses its people and its name once its years are over',
    ],
  ],
};
