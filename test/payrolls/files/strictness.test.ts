import { readReturn } from '../../../src/payrolls/files/payroll-file.js';
import { fpsFile } from './fps-files.js';

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const bytes = (xml: string) => new TextEncoder().encode(xml);
const good = text(fpsFile([{ ni: [{ earnings: '2600.00', employer: '327.45', employee: '124.16' }] }]));

/** What is not understood is named with its place, and never skipped. */
test.each<[string, readonly [string | RegExp, string], string]>([
  [
    'an element that is not known',
    ['<HoursWorked>', '<Bonus>5.00</Bonus><HoursWorked>'],
    'Payment › Bonus: it is not known here',
  ],
  [
    'one in the wrong place',
    ['<PayId>', '<PmtDate>2025-10-31</PmtDate><PayId>'],
    'Employment › PmtDate: it is not known here',
  ],
  ['one that is missing', ['<TaxCode>1257L</TaxCode>', ''], 'Payment: TaxCode is missing'],
  [
    'one that is there twice',
    ['<TaxCode>', '<TaxCode>BR</TaxCode><TaxCode>'],
    'Payment › TaxCode: it is there more than once',
  ],
  [
    'elements where text is expected',
    ['<PayFreq>M1</PayFreq>', '<PayFreq><A>M1</A></PayFreq>'],
    'PayFreq › A: it is not known here',
  ],
  ['text where elements are expected', ['<FiguresToDate>', '<FiguresToDate>310'], 'FiguresToDate: there is text where'],
  ['a day that does not exist', ['2025-10-31</PmtDate>', '2025-11-31</PmtDate>'], 'PmtDate: a date such as'],
  ['a frequency that is not known', ['<PayFreq>M1', '<PayFreq>M2'], 'PayFreq: one of W1'],
  [
    'a pay date of another year',
    ['<PmtDate>2025-10-31', '<PmtDate>2026-04-06'],
    '6 April 2026 is not in the tax year 2025/26',
  ],
  [
    'another year than its namespace',
    ['<RelatedTaxYear>25-26', '<RelatedTaxYear>26-27'],
    'RelatedTaxYear is not 25-26',
  ],
  ['an element of another namespace', ['<TaxCode>', '<TaxCode xmlns="urn:other">'], 'TaxCode: it is not known here'],
  ['no one', [/<Employee>.*<\/Employee>/s, ''], 'it contains no people'],
  [
    'a second return',
    [/<FullPaymentSubmission>.*<\/FullPaymentSubmission>/s, '$&$&'],
    'FullPaymentSubmission: it is there more than once',
  ],
  [
    'another kind of return',
    ['FullPaymentSubmission/25-26', 'NINOVerificationRequest/25-26'],
    'neither a Full Payment Submission',
  ],
  [
    'Northern Ireland’s bereavement pay a year early',
    ['<TaxDeductedOrRefunded>', '<SPBPNIREYTD>1.00</SPBPNIREYTD><TaxDeductedOrRefunded>'],
    'SPBPNIREYTD: it is not known here',
  ],
])('%s', (_, [found, put], words) => {
  const bad = good.replace(found, put);
  expect(bad).not.toBe(good);
  expect(() => readReturn(bytes(bad))).toThrow(words);
});

test.each([
  ['a CSV', 'Ref,Employee,Basic\nE1,Ada Ash,2600.00\n'],
  ['a CSV with a byte order mark', '\uFEFFRef,Employee,Basic\n'],
  ['a workbook', 'PK\u0003\u0004'],
])('%s is told from a return, and where it is to be given', (_, report) => {
  expect(() => readReturn(bytes(report))).toThrow('it is no FPS or EPS, which are XML. A payslip report (CSV or XLSX) does not say whose it is: give it where its client is chosen'); // biome-ignore format: one line
});

test('XML may begin with a byte order mark and spaces, in UTF-16 too', () => {
  expect(readReturn(bytes(`\uFEFF${good}`))).toEqual(readReturn(bytes(good)));
  const wide = Buffer.from(`\uFEFF${good.replace('UTF-8', 'UTF-16')}`, 'utf16le');
  expect(readReturn(wide)).toEqual(readReturn(bytes(good)));
});

test('is read in HMRC’s own envelope too', () => {
  const envelope = `<GovTalkMessage xmlns="http://www.govtalk.gov.uk/CM/envelope"><Header/><Body>${good.replace(/<\?.*\?>/, '')}</Body></GovTalkMessage>`;
  expect(readReturn(bytes(envelope))).toEqual(readReturn(bytes(good)));
});

test('an envelope with two returns is refused, so that none is left out', () => {
  const bare = good.replace(/<\?.*\?>/, '');
  const envelope = `<GovTalkMessage xmlns="http://www.govtalk.gov.uk/CM/envelope"><Body>${bare}${bare}</Body></GovTalkMessage>`;
  expect(() => readReturn(bytes(envelope))).toThrow('more than one return is in it');
});

test('takes nothing that the journal does not need', () => {
  const read = JSON.stringify(readReturn(bytes(good)));
  for (const personal of ['AB123456C', 'High Street', 'LS1 1AA', '1990-02-03']) {
    expect(good).toContain(personal);
    expect(read).not.toContain(personal);
  }
});

test('a file of 2026/27 may have Northern Ireland’s bereavement pay', () => {
  const file = fpsFile([{ paidOn: '2026-10-30', payment: '', toDate: {} }], { years: '26-27' });
  const paid = text(file).replace('</Payment>', '<SPBPNIREYTD>374.36</SPBPNIREYTD></Payment>');
  const read = readReturn(bytes(paid));
  expect(
    read.is === 'fps' &&
      read.payments[0]?.toDate.statutory.get('statutory_parental_bereavement_pay_n_ireland')?.toString(),
  ).toBe('374.36');
});

/** Each of them took seconds, or would have: what is repeated is eight bytes. */
test.each<[string, string, number, string]>([
  ['a header of elements', '<Keys/>', 20_101, 'line 3, element IRheader: it has more than 20100 elements within it'],
  ['levels of elements', '<Keys>', 31, 'line 3, element Keys: it is more than 32 levels deep'],
  ['more elements than a payroll file has', '<Keys/>', 1_000_001, 'it has more than 1000000 elements'],
])('%s is read up to a limit', (_, part, times, message) => {
  const closed = part.endsWith('/>') ? '' : part.replace('<', '</').repeat(times);
  const file = good.replace('<IRheader>', `<IRheader>${part.repeat(times)}${closed}`);
  expect(() => readReturn(bytes(file))).toThrow(message);
});

test('as many people as a return may have are no limit of its elements', () => {
  const file = good.replace('<IRheader>', `<IRheader>${'<Keys/>'.repeat(20_000)}`);
  expect(readReturn(bytes(file)).is).toBe('fps');
});
