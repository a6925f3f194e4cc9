import { isCron } from '../../src/ground/cron.js';

test.each(['30 5 * * *', '0 7 6 * *', '*/15 * * * *', '0 9-17/2 * * mon-fri', '0 0 1,15 JAN,jul *', '0 0 * * 7'])(
  '%s is a schedule',
  (text) => {
    expect(isCron(text)).toBe(true);
  },
);

test.each([
  '',
  'daily',
  '* * * *',
  '* * * * * *',
  '60 * * * *',
  '* 24 * * *',
  '* * 0 * *',
  '* * * 13 *',
  '* * * * 8',
  '*/0 * * * *',
  '5-1 * * * *',
  '1-2-3 * * * *',
  '1,, * * * *',
  '1/2/3 * * * *',
  '1x * * * *',
  'x1 * * * *',
  '*/2x * * * *',
  '*/x2 * * * *',
  '* * * * noon',
])('%s is none', (text) => {
  expect(isCron(text)).toBe(false);
});
