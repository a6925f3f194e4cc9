import { Money } from '../../../src/journal/nouns/money.js';
import { defaultPolicy } from '../../../src/journal/policy/policy.js';
import { keptReturn } from '../../../src/payrolls/files/returned.js';
import { isSendingAsked } from '../../../src/views/company/sending-asked.js';

const zero = Money.zero;
const nothing = { recovered: zero, compensation: zero, cisSuffered: zero, levy: zero };
const eps = (receivedAt: string, said: { recoveredTo?: number; levyTo?: number; allowanceClaimed?: boolean }) => ({
  ...{
    kind: 'eps' as const,
    year: 2026,
    bytes: 900,
    receivedAt: new Date(receivedAt),
    withdrawnAt: null as Date | null,
  },
  taken: keptReturn({ is: 'eps', year: 2026, scheme: {} as never, toDate: nothing, noPayment: [], ...said }),
});
const fps = (receivedAt: string, paidOn: string) => ({
  ...eps(receivedAt, {}),
  ...{ kind: 'fps' as const, taken: [{ firstName: 'Ada', lastName: 'Ash', paidOn, frequency: 'M1' }] },
});
const quarterly = { ...defaultPolicy.controls, payePeriod: 'quarterly' as const };
const said = (on: string) => ({ hmrcAccount: [{ what: 'sent_said' as const, year: '2025/26', on }] });
const claim = { allowanceClaimed: true };

type Case = [string, Parameters<typeof isSendingAsked>[0], boolean, object?, Parameters<typeof isSendingAsked>[1]?];

/** October's tax month, the seventh, ends on 5 November: what HMRC has by the 19th counts for its payment. */
test.each<Case>([
  ['an EPS on the 19th', eps('2025-11-19T23:30:00Z', { recoveredTo: 7 }), false],
  ['an EPS after it', eps('2025-11-20T00:30:00Z', { recoveredTo: 7 }), true],
  ['a levy after it', eps('2025-11-20T00:30:00Z', { levyTo: 7 }), true],
  ['an EPS that says nothing of a month', eps('2025-11-20T00:30:00Z', {}), false],
  ['a first claim of the allowance', eps('2025-11-10T00:30:00Z', claim), true],
  ['a claim by 19 May', eps('2025-05-19T00:30:00Z', claim), false],
  ['the same claim again', eps('2025-11-10T00:30:00Z', claim), false, {}, [eps('2025-05-01T00:00:00Z', claim)]],
  ['no claim, where none stood', eps('2025-11-10T00:30:00Z', { allowanceClaimed: false }), false],
  [
    'the end of a claim',
    ...([eps('2025-11-10T00:30:00Z', { allowanceClaimed: false }), true, {}] as const),
    [eps('2025-05-01T00:00:00Z', claim)],
  ],
  ['an FPS after it', fps('2025-11-20T00:30:00Z', '2025-10-31'), true],
  ['an FPS in time', fps('2025-10-31T00:30:00Z', '2025-10-31'), false],
  ['an FPS of the next tax month', fps('2025-11-20T00:30:00Z', '2025-11-06'), false],
  ['for who pays by quarter', fps('2026-01-19T00:30:00Z', '2025-10-31'), false, { controls: quarterly }],
  ['after the quarter’s 19th', fps('2026-01-20T00:30:00Z', '2025-10-31'), true, { controls: quarterly }],
  ['once it is said', fps('2025-11-20T00:30:00Z', '2025-10-31'), false, said('2025-11-20T00:30:00.000Z')],
  ['a later one of that day', fps('2025-11-20T00:30:00.001Z', '2025-10-31'), true, said('2025-11-20T00:30:00.000Z')],
  ['a difference that was posted', { ...fps('2025-11-20T00:30:00Z', '2025-10-31'), bytes: 0 }, false],
  ['a report', { ...fps('2025-11-20T00:30:00Z', '2025-10-31'), kind: 'report' }, false],
  ['taken back', { ...fps('2025-11-20T00:30:00Z', '2025-10-31'), withdrawnAt: new Date() }, false],
])('whether it was sent by the 19th is asked or not: %s', (_, file, asked, over = {}, before = []) => {
  expect(isSendingAsked(file, [...before, file], { ...defaultPolicy, ...over })).toBe(asked);
});
