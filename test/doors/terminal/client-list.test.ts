import { listedClients } from '../../../src/doors/terminal/company/client-list.js';

test('columns in any order, quoted cells, both line ends, a byte order mark, empty lines', () => {
  const csv =
    '\uFEFFname,Subdomain,post_from,mode\r\n"Ash, ""North"" Ltd",ash-north,2025-10-06,check\n\nBirch,birch,,\n';
  expect(listedClients(csv)).toEqual([
    { subdomain: 'ash-north', name: 'Ash, "North" Ltd', mode: 'check', postFrom: '2025-10-06' },
    { subdomain: 'birch', name: 'Birch', mode: undefined, postFrom: undefined },
  ]);
});

test('the subdomain alone is enough', () => {
  expect(listedClients('subdomain\nash\nbirch').map(({ subdomain }) => subdomain)).toEqual(['ash', 'birch']);
});

test.each([
  ['name\nAsh', 'subdomain'],
  ['subdomain,mode\nash,never', 'Line 2, mode'],
  ['subdomain,post_from\nash,6/10/2025', 'Line 2, post_from'],
  ['subdomain,colour\nash,blue', 'Line 2'],
  ['subdomain,name\n,Ash', 'Line 2, subdomain'],
])('%j is refused, naming the line', (csv, words) => {
  expect(() => listedClients(csv)).toThrow(words);
});
