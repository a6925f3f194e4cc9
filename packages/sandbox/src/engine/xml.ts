import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { refuse } from '../answer.js';
import type { Field, Fields, FieldType } from './field.js';

/** The element around every answer in XML; the specification names it after the service. */
const ROOT = 'freeagent';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

const XML_TYPES: Readonly<Partial<Record<FieldType, string>>> = {
  date: 'date',
  timestamp: 'dateTime',
  integer: 'integer',
  decimal: 'decimal',
  boolean: 'boolean',
  array: 'array',
};

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
/** Characters that an XML 1.0 document must not contain, not even as an entity. */
// oxlint-disable-next-line no-control-regex -- these are the very characters looked for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const escaped = (text: string) => text.replace(FORBIDDEN, '').replace(/[&<>"']/g, (character) => ESCAPES[character]!);
const elementName = (name: string) => name.replaceAll('_', '-');

/** An answer in XML, with the types given by `shape`. */
export function xmlText(document: unknown, shape: Fields = {}): string {
  const inner = Object.entries(document as object).map(([name, value]) => element(name, value, shape[name], 1));
  return `${HEAD}<${ROOT}>\n${inner.join('')}</${ROOT}>\n`;
}

function element(name: string, value: unknown, field: Field | undefined, depth: number): string {
  const tag = elementName(name);
  const indent = '  '.repeat(depth);
  if (value === null || value === undefined) return `${indent}<${tag} nil="true"/>\n`;
  if (Array.isArray(value)) {
    const each = field?.element ?? name.replace(/ies$/, 'y').replace(/s$/, '');
    const parts = field?.parts && ({ type: 'object', parts: field.parts } as const);
    const inner = value.map((one) => element(each, one, parts, depth + 1)).join('');
    return `${indent}<${tag} type="array">${inner === '' ? '' : `\n${inner}${indent}`}</${tag}>\n`;
  }
  if (typeof value === 'object') {
    const inner = Object.entries(value).map(([part, one]) =>
      element(part, one, (field?.parts ?? field?.whole)?.[part], depth + 1),
    );
    return `${indent}<${tag}>\n${inner.join('')}${indent}</${tag}>\n`;
  }
  const type = typeOf(value, field);
  return `${indent}<${tag}${type ? ` type="${type}"` : ''}>${escaped(String(value))}</${tag}>\n`;
}

function typeOf(value: unknown, field: Field | undefined): string | undefined {
  if (field) return field.words?.includes(String(value)) ? undefined : XML_TYPES[field.type];
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'decimal') : undefined;
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  ignoreDeclaration: true,
  // Some clients send quotes and every character above 127 as numeric entities. A DOCTYPE is refused, so none expands.
  htmlEntities: true,
  processEntities: { enabled: true, maxEntityCount: 0, maxTotalExpansions: Infinity, maxExpandedLength: Infinity },
});

/** An XML request as the object that JSON would give: names with underscores, arrays by their type, texts unchanged. */
export function parseXml(text: string): Record<string, unknown> {
  const fault = /<!DOCTYPE/i.test(text) ? 'it holds a document type' : faultIn(text);
  if (fault !== undefined) throw refuse(400, `The request body is not valid XML: ${fault}.`);
  const document = parsed(text);
  const read = valueOf(document) as Record<string, unknown>;
  const inner = read[ROOT];
  return typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : read;
}

function parsed(text: string): Record<string, unknown> {
  try {
    return parser.parse(text) as Record<string, unknown>;
  } catch (error) {
    throw refuse(400, `The request body is not valid XML: ${(error as Error).message}.`);
  }
}

function faultIn(text: string): string | undefined {
  const result = XMLValidator.validate(text);
  return result === true ? undefined : result.err.msg.replace(/\.$/, '');
}

function valueOf(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(valueOf);
  if (typeof node !== 'object' || node === null) return node;
  const attributes = node as Record<string, unknown>;
  if (attributes['@nil'] === 'true') return null;
  const children = Object.entries(node).filter(([name]) => !name.startsWith('@') && name !== '#');
  if (attributes['@type'] === 'array') return children.flatMap(([, value]) => valueOf(value));
  if (children.length === 0) return String(attributes['#'] ?? '');
  return Object.fromEntries(children.map(([name, value]) => [name.replaceAll('-', '_'), valueOf(value)]));
}
