import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { children, type Shape } from '../../../src/payrolls/files/element-shape.js';
import { epsShape } from '../../../src/payrolls/files/eps.js';
import { fpsShape } from '../../../src/payrolls/files/fps.js';
import { yearsKnown } from '../../../src/payrolls/files/hmrc-return.js';
import { readReturn } from '../../../src/payrolls/files/payroll-file.js';
import { epsFile } from './eps-files.js';
import { fpsFile } from './fps-files.js';
import { hmrcNames } from './hmrc-names.js';

/** Every element that the reader knows; what is in one that it leaves aside is left aside too. */
function known(shape: Shape, at: string): readonly string[] {
  return Object.entries(shape).flatMap(([name, child]) => [
    `${at}/${name}`,
    ...(child.shape === undefined ? [] : known(child.shape, `${at}/${name}`)),
  ]);
}

const aside = (shape: Shape, at: string): readonly string[] =>
  Object.entries(shape).flatMap(([name, child]) => {
    if (child === children.ignored) return [`${at}/${name}/`];
    return child.shape === undefined ? [] : aside(child.shape, `${at}/${name}`);
  });

test.each(yearsKnown)('every element of HMRC’s of %s is read or named as moving nothing, and no other is', (year) => {
  const shapes = { FullPaymentSubmission: fpsShape(year), EmployerPaymentSummary: epsShape(year) };
  const own = Object.entries(shapes).flatMap(([name, shape]) => known(shape, name));
  const left = Object.entries(shapes).flatMap(([name, shape]) => aside(shape, name));
  const hmrcs = Object.entries(hmrcNames[year] ?? {})
    .flatMap(([parent, names]) => names.split(' ').map((name) => `${parent}/${name}`))
    .filter((path) => !left.some((one) => path.startsWith(one)));
  expect(own.toSorted()).toEqual(hmrcs.toSorted());
});

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const bytes = (xml: string) => new TextEncoder().encode(xml);
const good = fpsFile([{}, { payId: 'E2', fore: 'Bob' }]);
const employees = /<Employee>.*<\/Employee>/s.exec(text(good))?.[0] ?? '';
const packed = (part: Uint8Array, type = '') =>
  bytes(
    text(good).replace(employees, `<CompressedPart${type}>${Buffer.from(part).toString('base64')}</CompressedPart>`),
  );
const zipped = (xml: string) => zipSync({ 'part.xml': bytes(xml) });

test.each([
  ['gzip', packed(gzipSync(employees))],
  ['gzip, with a declaration', packed(gzipSync(`<?xml version="1.0"?>\n${employees}`), ' Type="gzip"')],
  ['zip', packed(zipped(employees), ' Type="zip"')],
])('people may be packed with %s', (_, file) => {
  expect(readReturn(file)).toEqual(readReturn(good));
});

test.each<[string, Uint8Array, string]>([
  ['neither gzip nor zip', packed(bytes(employees)), 'it is neither gzip nor zip'],
  ['cut short', packed(gzipSync(employees).subarray(0, 100)), 'it is neither gzip nor zip'],
  ['cut short, as zip', packed(zipped(employees).subarray(0, 100)), 'it is neither gzip nor zip'],
  ['something else', packed(gzipSync('<Other/>')), 'is not only employees: Other'],
  ['text', packed(gzipSync(`5.00${employees}`)), 'is not only employees: there is text'],
  ['not well-formed', packed(gzipSync('<Employee>')), 'not well-formed XML'],
  ['a document type', packed(gzipSync(`<!DOCTYPE a [<!ENTITY b "c">]>${employees}`)), 'not well-formed XML'],
  ['a bomb', packed(gzipSync(new Uint8Array(21 * 1024 * 1024))), 'is larger than 20 MB'],
  ['a bomb, as zip', packed(zipSync({ a: new Uint8Array(21 * 1024 * 1024) })), 'is larger than 20 MB'],
  ['no one', packed(gzipSync('')), 'it contains no people'],
  [
    'people outside of it too',
    bytes(text(packed(gzipSync(employees))).replace('<CompressedPart>', `${employees}<CompressedPart>`)),
    'people both in CompressedPart and outside of it',
  ],
])('what is packed is refused if it is %s', (_, file, words) => {
  expect(() => readReturn(file)).toThrow(words);
});

const payment = (file: Uint8Array) => {
  const read = readReturn(file);
  return read.is === 'fps' ? read.payments[0] : undefined;
};

test('late reason E, and weeks 53, 54 and 56, of pay and of a director’s appointment', () => {
  expect(payment(fpsFile([{ early: '<LateReason>E</LateReason>' }]))?.lateReason).toBe('E');
  for (const week of [1, 52, 53, 54, 56]) {
    const employment = `<DirectorsNIC>AN</DirectorsNIC><TaxWkOfApptOfDirector>${week}</TaxWkOfApptOfDirector>`;
    const read = payment(fpsFile([{ employment, period: `<WeekNo>${week}</WeekNo>`, frequency: 'W1' }]));
    expect([read?.week, read?.directorSinceWeek]).toEqual([week, week]);
  }
  for (const week of ['0', '55', '57'])
    expect(() => payment(fpsFile([{ period: `<WeekNo>${week}</WeekNo>` }]))).toThrow('a tax week, from 1 to 54 or 56');
});

test('a file of 2026/27 may have what it added for Northern Ireland', () => {
  const more = '<MiscarriageNIRE>yes</MiscarriageNIRE><EmployeeWorkplacePostcodeNIRE>BT1 1AA</EmployeeWorkplacePostcodeNIRE>'; // biome-ignore format: one line
  for (const place of [{ employment: more }, { payment: more }])
    expect(payment(fpsFile([{ paidOn: '2026-10-30', ...place }], { years: '26-27' }))?.payId).toBe('E1');
  const recovered =
    '<RecoverableAmountsYTD><TaxMonth>7</TaxMonth><SPBPRecoveredInNorthernIreland>172.20</SPBPRecoveredInNorthernIreland><NICCompensationOnSPBPinNorthernIreland>15.50</NICCompensationOnSPBPinNorthernIreland></RecoverableAmountsYTD>';
  const eps = readReturn(epsFile(recovered, { years: '26-27' }));
  expect(eps.is === 'eps' && [eps.toDate.recovered, eps.toDate.compensation].map(String)).toEqual(['172.20', '15.50']);
  expect(() => readReturn(epsFile(recovered))).toThrow('SPBPRecoveredInNorthernIreland: it is not known here');
});

test('a later year is refused in words that say what to do, and an earlier one without them', () => {
  const refusal = (years: string) => {
    try {
      return readReturn(fpsFile([{}], { years })).is;
    } catch (error) {
      return String(error);
    }
  };
  expect(refusal('27-28')).toContain('it is of the tax year 27-28, which this release does not know: it knows 2025/26 and 2026/27. HMRC’s returns and NI change each April: keep the file, and receive it once a release is installed that knows the year'); // biome-ignore format: one line
  expect(refusal('24-25')).toMatch(/it knows 2025\/26 and 2026\/27$/);
});
