import { ParseOption, XmlDocument, XmlElement, XmlLibError, type XmlNode, XmlText, XmlCData } from 'libxml2-wasm';
import { WrongShape } from '../../books/wrong-shape.js';

/** One element of a file, out of the parser's memory. */
export interface XmlRead {
  readonly name: string;
  readonly namespace: string;
  readonly line: number;
  readonly children: readonly XmlRead[];
  readonly text: string;
}

/** 3,000 people are 7 MB. */
export const fileBytesMax = 20 * 1024 * 1024;

/** 3,000 people of a program that sends all it may have 0.3 million. A million took 11 s, eight bytes each, in a header. */
const elementsMax = 1_000_000;
/** Of one element. The people of a return are the most. */
const childrenMax = 20_100;
/** A return has nine. */
const levelsMax = 32;

// No entity is ever replaced, nothing outside the file is loaded, and the parser's own limits of depth and size apply.
const option = ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_BIG_LINES;

/** Excel workbooks are zip archives too. */
export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03;

/** Reads XML that someone gives us. A file with a document type is refused: payroll files have none, attacks do. */
export function readXml(bytes: Uint8Array): XmlRead {
  if (bytes.length > fileBytesMax) throw new WrongShape([`it is larger than ${fileBytesMax / 1024 / 1024} MB`]);
  if (bytes.length === 0) throw new WrongShape(['it is empty']);
  if (isZip(bytes) || !isMarkup(bytes)) throw new WrongShape([noReturn]);
  if (countElements(bytes) > elementsMax)
    throw new WrongShape([`it has more than ${elementsMax} elements, as no payroll file has`]);
  let document: XmlDocument;
  try {
    document = XmlDocument.fromBuffer(bytes, { option });
  } catch (error) {
    if (error instanceof XmlLibError) throw new WrongShape([notWellFormed(error)]);
    throw error;
  }
  try {
    if (document.dtd !== null)
      throw new WrongShape([
        'it declares a document type (DOCTYPE), which no payroll file has: it is not read further',
      ]);
    return elementOf(document.root);
  } finally {
    document.dispose();
  }
}

const noReturn =
  'it is no FPS or EPS, which are XML. A payslip report (CSV or XLSX) does not say whose it is: give it where its client is chosen, on the client’s tab “Payroll in”, or at the terminal with --company and --paid';

/** After a byte order mark and spaces, in one byte a character or in two, as XML may be. */
function isMarkup(bytes: Uint8Array): boolean {
  const first = bytes.subarray(0, 200).find((one) => !beforeMarkup.has(one));
  return first === undefined || first === 0x3c;
}

const beforeMarkup: ReadonlySet<number> = new Set([0xef, 0xbb, 0xbf, 0xff, 0xfe, 0x00, 0x20, 0x09, 0x0a, 0x0d]);

/** The parser's own words may quote the file, so only the place is reported. */
function notWellFormed({ details }: XmlLibError): string {
  const line = details[0]?.line;
  return `it is not well-formed XML${line === undefined ? '' : ` from line ${line}`}: it may have been cut short or altered`;
}

const lessThan = 0x3c;
/** After it: an end, a comment, an instruction. */
const noElement: ReadonlySet<number | undefined> = new Set(Buffer.from('/!?'));

/** Before it is parsed, since that takes memory of fifty times its size. Of two bytes a character, ends count too. */
function countElements(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(lessThan); at >= 0; at = bytes.indexOf(lessThan, at + 1))
    if (!noElement.has(bytes[at + 1])) count++;
  return count;
}

function elementOf(element: XmlElement, level = 1): XmlRead {
  const { name, namespaceUri: namespace, line } = element;
  const children: XmlRead[] = [];
  let text = '';
  for (let node: XmlNode | null = element.firstChild; node !== null; node = nextOf(node)) {
    if (node instanceof XmlElement) {
      if (children.length === childrenMax)
        throw new WrongShape([`line ${line}, element ${name}: it has more than ${childrenMax} elements within it`]);
      if (level === levelsMax)
        throw new WrongShape([`line ${line}, element ${name}: it is more than ${levelsMax} levels deep`]);
      children.push(elementOf(node, level + 1));
    } else if (node instanceof XmlText || node instanceof XmlCData) text += node.content;
  }
  return { name, namespace, line, children, text: text.trim() };
}

const nextOf = (node: XmlNode): XmlNode | null => ('next' in node ? (node as XmlElement).next : null);
