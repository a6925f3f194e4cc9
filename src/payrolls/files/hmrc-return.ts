import { WrongShape } from '../../books/wrong-shape.js';
import { taxYearInWords } from '../../journal/nouns/dates.js';
import { children, type ReadAs, readElement, type Shape, values, wrong } from './element-shape.js';
import type { XmlRead } from './xml.js';

/** The PAYE scheme that a return is of. */
export interface Scheme {
  readonly officeNo: string;
  readonly payeRef: string;
  readonly aoRef: string;
}

/** Tax years whose returns are understood, by the year each ends in. */
export const yearsKnown = [2026, 2027] as const;
export const lastYearKnown = Math.max(...yearsKnown);

const { once, perhaps, ignored } = children;

export const empRefs = {
  OfficeNo: once(values.text),
  PayeRef: once(values.text),
  AORef: once(values.text),
  COTAXRef: ignored,
} satisfies Shape;

export const schemeOf = ({ OfficeNo, PayeRef, AORef }: ReadAs<typeof empRefs>): Scheme => ({
  officeNo: OfficeNo,
  payeRef: PayeRef,
  aoRef: AORef,
});

/** The Accounts Office reference is the same scheme's other name. */
export const isSameScheme = (a: Scheme, b: Scheme): boolean =>
  a.officeNo === b.officeNo && a.payeRef.toUpperCase() === b.payeRef.toUpperCase();

export const yesAlone = perhaps(values.oneOf('yes'));

export type ReturnKind = 'FullPaymentSubmission' | 'EmployerPaymentSummary';

export interface HmrcReturn {
  readonly kind: ReturnKind;
  readonly year: number;
  readonly body: XmlRead;
}

const namespaceOf = /^http:\/\/www\.govtalk\.gov\.uk\/taxation\/PAYE\/RTI\/(\w+)\/(\d\d)-(\d\d)\/\d+$/;

/** An FPS or an EPS, in HMRC's envelope or without it. The namespace shows which, and of which year. */
export function hmrcReturnIn(root: XmlRead): HmrcReturn {
  const envelope = root.name === 'GovTalkMessage' ? bodyOf(root) : root;
  const [, kind, from, to] = namespaceOf.exec(envelope.namespace) ?? [];
  if (envelope.name !== 'IRenvelope' || (kind !== 'FullPaymentSubmission' && kind !== 'EmployerPaymentSummary'))
    throw new WrongShape(['it is neither a Full Payment Submission (FPS) nor an Employer Payment Summary (EPS)']);
  const year = 2000 + Number(to);
  if (!(yearsKnown as readonly number[]).includes(year) || Number(from) !== Number(to) - 1)
    throw new WrongShape([
      `it is of the tax year ${from}-${to}, which this release does not know: it knows ${yearsKnown.map(taxYearInWords).join(' and ')}${year > lastYearKnown ? '. HMRC’s returns and NI change each April: keep the file, and receive it once a release is installed that knows the year' : ''}`,
    ]);
  const read = readElement(envelope, { IRheader: ignored, [kind]: children.whole });
  return { kind, year, body: read[kind] as XmlRead };
}

function bodyOf(message: XmlRead): XmlRead {
  const [envelope, another] = message.children.filter(({ name }) => name === 'Body').flatMap((body) => body.children);
  if (envelope === undefined) throw new WrongShape(['its envelope (GovTalkMessage) has no Body']);
  if (another !== undefined)
    throw wrong(another, 'Body', 'more than one return is in it: give each in a file of its own');
  return envelope;
}

/** "25-26", which must be the year of the namespace. */
export function checkYear(written: string, year: number): void {
  const expected = `${String(year - 1).slice(2)}-${String(year).slice(2)}`;
  if (written !== expected) throw new WrongShape([`its RelatedTaxYear is not ${expected}, which its namespace is of`]);
}
