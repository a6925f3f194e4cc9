import { createHmac } from 'node:crypto';
import { refuse, type Refusal } from '../answer.js';
import { type Act, type Call, type CompanyCall, Level } from './call.js';
import type { Route } from './router.js';
import { type Field, showFields } from './field.js';
import { isObject } from './json.js';
import { type Row, timestamp, type Values } from './table.js';

const BYTES_MAX = 5 * 1024 * 1024;
/** An address lasts until the end of the next quarter of an hour, so a record reads the same all through this one. */
const LASTS_MS = 15 * 60_000;
/** Fixed, since a sandbox protects nothing. Signing only stops a client from making up an address that works. */
const SIGNED_WITH = 'counterfoil-sandbox';

/** A file that belongs to a record. Requests send its content as base64; answers give its address. */
export const attachmentField: Field = {
  type: 'object',
  byUri: true,
  means:
    'data (base64), file_name and content_type go in; at most 5 MB. A url, or the URI in place of it all, links an attachment that is there already.',
  parts: {
    url: { type: 'uri' },
    data: { type: 'string', writeOnly: true },
    file_name: { type: 'string' },
    content_type: { type: 'string' },
    content_src: {
      type: 'uri',
      computed: (call, row) => addressOf(call, row),
      means: 'Where the file is, without a token, until expires_at.',
    },
    expires_at: { type: 'timestamp', computed: (call) => timestamp(expiryOf(call)) },
    file_size: { type: 'integer', readOnly: true },
    description: { type: 'string' },
  },
};

export function attachmentFaults(act: Act, values: Values): string[] {
  const sent = values['attachment'];
  if (!isObject(sent) || sent['file_size'] !== undefined) return [];
  if (sent['data'] === undefined) {
    return act.company.find('attachments', sent['url']) ? [] : ["attachment data can't be blank"];
  }
  const messages: string[] = [];
  const data = String(sent['data']).replaceAll(/\s/g, '');
  for (const name of ['file_name', 'content_type']) if (!sent[name]) messages.push(`attachment ${name} can't be blank`);
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(data)) messages.push('attachment data is not base64');
  else if (Buffer.byteLength(data, 'base64') > BYTES_MAX) messages.push('attachment must be at most 5 MB');
  return messages;
}

/** Stores a sent file as a row of its own; the record keeps only its description. */
export function fileAttachment(act: Act, values: Values): Values {
  const sent = values['attachment'];
  // A file with a size was stored by an earlier request.
  if (!isObject(sent) || sent['file_size'] !== undefined) return values;
  const table = act.company.table('attachments');
  const known = act.company.find('attachments', sent['url']) as Row | undefined;
  if (sent['data'] === undefined) return { ...values, attachment: known ? described(known) : undefined };
  const key = String(act.company.nextId('attachment'));
  const data = String(sent['data']).replaceAll(/\s/g, '');
  const row = table.put({
    key,
    values: { ...sent, data },
    createdAt: act.now,
    updatedAt: act.now,
  });
  return { ...values, attachment: described(row) };
}

function described({ key, values }: Row): Values {
  return {
    url: `/v2/attachments/${key}`,
    content_type: values['content_type'],
    file_name: values['file_name'],
    file_size: Buffer.byteLength(String(values['data']), 'base64'),
    description: values['description'],
  };
}

const expiryOf = ({ now }: Call) => (Math.floor(now / LASTS_MS) + 2) * LASTS_MS;

function addressOf(call: Call, { values }: Row): string {
  const path = `${String(values['url'])}/content`;
  const asked = { company: (call as CompanyCall).company.subdomain, expires: timestamp(expiryOf(call)) };
  const signature = signatureOf(path, asked.company, asked.expires);
  return `${path}?${new URLSearchParams({ ...asked, signature }).toString()}`;
}

function signatureOf(...signed: readonly (string | null)[]): string {
  return createHmac('sha256', SIGNED_WITH).update(signed.join(' ')).digest('hex');
}

function missing({ params }: Call): Refusal {
  return refuse(404, `There is no attachment ${params['id']}.`);
}

/** The specification gives the address of an attachment but describes no endpoint there. */
export const attachmentRecordRoute: Route = {
  method: 'GET',
  path: '/v2/attachments/:id',
  scope: 'company',
  level: Level.time,
  doc: { section: 'beyond', summary: 'Reads an attachment', answers: { attachment: attachmentField } },
  act: (call) => {
    const row = call.company.table('attachments').get(call.params['id']!);
    if (!row) throw missing(call);
    return { json: { attachment: showFields(attachmentField.parts!, call, { ...row, values: described(row) }, true) } };
  },
};

export const attachmentRoute: Route = {
  method: 'GET',
  path: '/v2/attachments/:id/content',
  scope: 'open',
  doc: {
    section: 'beyond',
    summary: 'Downloads an attachment from its content_src',
    query: ['company', 'expires', 'signature'],
    answers: 'file',
  },
  act: (call) => {
    const [company, expires] = [call.query.get('company'), call.query.get('expires')];
    if (call.query.get('signature') !== signatureOf(call.path, company, expires))
      throw refuse(403, 'Take the address of a file from the content_src of its attachment.');
    if (call.now >= Date.parse(expires!)) throw refuse(403, 'This address has expired. Read the attachment again.');
    const values = call.world.company(company!)?.table('attachments').get(call.params['id']!)?.values;
    if (!values) throw missing(call);
    const headers = { 'content-type': String(values['content_type']) };
    return { headers, bytes: Buffer.from(String(values['data']), 'base64') };
  },
};
