import type { OpenAPIObject } from '@nestjs/swagger';
import { camel } from './operation-id.js';
import { message } from '../../../record/messages/payload.js';
import { type MessageKind, messageKinds } from '../../../record/messages/message-kinds.js';

const kinds = Object.keys(messageKinds) as readonly MessageKind[];

export const webhookMessage = message.meta({
  id: 'WebhookMessage',
  description:
    'The message sent to WEBHOOK_URL. No names of people and no pay: `GET /api/events/{id}` has what it is about, by the rights of who asks.',
});

const signature = `HMAC-SHA-256, as hex, with \`WEBHOOK_SECRET\` over the time, a full stop and the body as it was sent: \`t=1761890400,v1=5257a869…\`.
Compute it over the raw bytes, compare in constant time, and refuse a \`t\` that is more than five minutes old: the time is signed, so a message cannot be sent again later.`;

/** Each kind is an event of its own, so that programs find the names to subscribe by. */
export function webhooks(): NonNullable<OpenAPIObject['webhooks']> {
  return Object.fromEntries(kinds.map((kind) => [kind, { post: received(kind) }]));
}

function received(kind: MessageKind) {
  return {
    summary: messageKinds[kind],
    description:
      'Sent at least once each, in no promised order, again after 15 seconds and then less and less often for three days until it is answered with 2xx within ten seconds. Redirects are not followed.',
    operationId: camel(`on_${kind}`),
    security: [],
    parameters: [
      {
        name: 'Counterfoil-Signature',
        in: 'header' as const,
        required: true,
        description: signature,
        schema: { type: 'string' },
      },
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/WebhookMessage' } } },
    },
    responses: { '2XX': { description: 'Accepted. After any other status it is sent again.' } },
  };
}
