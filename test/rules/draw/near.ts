/**
 * The rooms whose lines are drawn, each with the tests near to it: the folder that mirrors it, and the stories of it
 * that stand elsewhere. Named in test/; a folder is all of its files.
 */
export const near: Readonly<Record<string, readonly string[]>> = {
  'controls/judge': ['controls'],
  'views/checks': [
    'views/checks',
    'views/hmrc-due',
    'views/month-steps',
    'acts/rules/sign-off',
    'acts/rules/sign-off-many',
  ],
  'journal/paye': ['journal/paye', 'views/hmrc-due', 'views/checks'],
  evidence: ['evidence'],
  'record/log': ['record', 'views/log-view', 'views/log-entries'],
  access: ['access'],
  'acts/approval': [
    ...['acts/rules', 'acts/second-person', 'acts/client-approval', 'acts/client-links', 'acts/decide-for-whom'],
  ],
  'acts/erasing': ['acts/erasing', 'acts/rules/run-found', 'acts/forget-person'],
  'payrolls/files': ['payrolls', 'acts/payrolls/difference', 'acts/payrolls/returns'],
  'acts/payrolls': ['acts/payrolls'],
};
