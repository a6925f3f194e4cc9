import type { Parts } from '../rule.js';

const files = (name: string) => `src/payrolls/files/${name}.ts`;
const allowance = 'payrolls/files/allowance-worked';
const names = 'payrolls/files/propose-person';
const pensions = 'payrolls/files/pension-answers';

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
      'begins-with-files-before',
      'Where files came for the tax year before, a first one that is missing is missed.',
      ['src/sync/facts/around-year.ts', 'year: year - 1', 'year: year - 2'],
      'acts/payrolls/receive',
      'misses the first file of a tax year where files came for the year before',
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
    [
      'pension-lapses',
      'An answer about an employer’s pension lapses when the employee’s own contribution starts or stops.',
      [files('pension-answers'), 'named !== undefined && turned !== undefined', 'false'],
      pensions,
      'an answer lapses when the employee’s own contribution starts or stops',
    ],
    [
      'pension-rule-and-sacrifice',
      'The rule for who pays no pension does not cover someone who stops paying: salary sacrifice may have begun.',
      [files('pension-answers'), 'rule !== undefined && turned !== undefined', 'false'],
      pensions,
      'an answer lapses when the employee’s own contribution starts or stops',
    ],
    [
      'pension-figure-stays',
      'While an answer is asked again its figure stays, so nothing that is posted moves.',
      [
        files('pension-answers'),
        'amount: amount ?? Money.zero, by, asked, asks',
        'amount: Money.zero, by, asked, asks',
      ],
      pensions,
      'an answer lapses when the employee’s own contribution starts or stops',
    ],
    [
      'pension-band-once',
      'What was paid before in a pay period has used its part of the band of qualifying earnings.',
      [files('pension-answers'), 'all?.minus(earlier.length === 0 ? Money.zero : used)', 'all'],
      pensions,
      'what is left of the band, if more is paid for the same month',
    ],
  ],
};
