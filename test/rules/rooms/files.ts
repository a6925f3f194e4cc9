import type { Parts } from '../rule.js';

const files = (name: string) => `src/payrolls/files/${name}.ts`;
const allowance = 'payrolls/files/allowance-worked';
const names = 'payrolls/files/propose-person';

export const ofFiles: Parts = {
  'What a payroll file says': [
    [
      'same-scheme',
      'A return of another tax office is of another scheme.',
      [files('hmrc-return'), 'a.officeNo === b.officeNo && ', ''],
      'payrolls/files/scheme',
      'a return with %s is of the same scheme: %s',
    ],
    [
      'two-jobs-in-one-file',
      'Two payments of one file are of two jobs: neither replaces the other.',
      [files('year-to-date'), 'last.file === file || ', ''],
      'payrolls/files/year-to-date',
      'two jobs of one payroll id in one file, of which neither replaces the other',
    ],
    [
      'allowance-once',
      'The employment allowance ends at the year’s maximum.',
      [files('allowance-worked'), 'ni.compare(maximum) > 0 ? maximum : ni', 'ni'],
      allowance,
      'takes %s',
    ],
    [
      'allowance-of-class-1',
      'Class 1A has no employment allowance.',
      [files('allowance-worked'), '.minus(read.class1A)', ''],
      allowance,
      'takes %s',
    ],
    [
      'minus-in-brackets',
      'An amount in brackets is below nil.',
      [files('amount-written'), "inBrackets ? '-' : ''", "''"],
      'payrolls/files/columns',
      '%s is %s',
    ],
    [
      'name-of-one',
      'A name that two people have is no one’s.',
      [files('propose-person'), ' || another !== undefined', ''],
      names,
      'where %s',
    ],
    [
      'person-of-one-name',
      'A person whom two names of the files fit is neither’s.',
      [files('propose-person'), 'return isWanted ? undefined : person;', 'return person;'],
      names,
      'where %s',
    ],
    [
      'no-initial',
      'No one is known by the initial of a first name.',
      [files('propose-person'), 'a.first === b.first && ', 'a.first[0] === b.first[0] && '],
      names,
      '%s is not %s',
    ],
  ],
};
