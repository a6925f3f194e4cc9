import { allocationCsv, allocationsIn } from '../../../src/doors/terminal/company/allocation-csv.js';

const user = 'https://api.example/v2/users/1';
const allocations = {
  [user]: [
    {
      from: '2026-04-06',
      parts: [
        { percent: '33.33', accounts: { salaries: '150', employerNics: '152', staffPensions: '154' } },
        { percent: '66.67', accounts: {} },
      ],
      directors: true,
    },
  ],
};

test('what is exported is what can be read again', () => {
  const csv = allocationCsv(allocations, new Map([['/v2/users/1', 'Okafor, "Amara"']]));
  expect(csv.split('\n')).toEqual([
    'user,name,from,percent,salaries,employer_nics,staff_pensions,directors',
    `${user},"Okafor, ""Amara""",2026-04-06,33.33,150,152,154,yes`,
    `${user},"Okafor, ""Amara""",2026-04-06,66.67,,,,yes`,
  ]);
  expect(allocationsIn(csv)).toEqual(allocations);
});

test('a name that a spreadsheet would take for a formula stays a name', () => {
  expect(allocationCsv(allocations, new Map([['/v2/users/1', '=1+1']]))).toContain(",'=1+1,");
});

test('only the columns that are needed, in any order, with a byte order mark and per cent signs', () => {
  expect(allocationsIn(`\uFEFFPercent,USER,from,salaries\r\n100 %,${user},2026-04-06,150\r\n\r\n`)).toEqual({
    [user]: [{ from: '2026-04-06', parts: [{ percent: '100', accounts: { salaries: '150' } }] }],
  });
  expect(allocationsIn('user,from,percent\n')).toEqual({});
});

test.each([
  ['user,percent\n', 'column from is missing'],
  ['user,from,percent,team\n', 'column team is not known'],
  [`user,from,percent\n${user},6 April,100\n`, 'Line 2, from'],
  ['user,from,percent\n,2026-04-06,100\n', 'Line 2: the user'],
  [`user,from,percent,directors\n${user},2026-04-06,100,perhaps\n`, 'Line 2, directors'],
])('%j is refused, by the line', (csv, words) => {
  expect(() => allocationsIn(csv)).toThrow(expect.objectContaining({ detail: expect.stringContaining(words) }));
});
