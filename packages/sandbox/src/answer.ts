/** A request as a server has read it. */
export interface SandboxRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** It came over TLS: record URIs then begin with `https`. */
  readonly secure?: boolean;
}

/** What the sandbox answers, before a server has sent it. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** A body that is not text. */
  bytes?: Buffer;
  /** Sent a byte at a time, with this pause between two. */
  byteMs?: number;
  /** The connection breaks after the body, which is shorter than its Content-Length. */
  broken?: boolean;
}

/** What a route answers, before the headers that every answer has are added. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or as XML to a client that asks for it; absent means an empty body. */
  readonly json?: unknown;
  readonly html?: string;
  readonly bytes?: Buffer;
}

/** A refusal, thrown from anywhere in a route and made into an answer in one place (respond.ts). */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly body: unknown,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** The service went away without an answer. */
export class ConnectionDropped extends Error {
  constructor() {
    super('The sandbox dropped the connection, as a fault asked it to.');
  }
}

export function refuse(status: number, message: string, headers?: Record<string, string>): Refusal {
  return new Refusal(status, message, { errors: { error: { message } } }, headers);
}

export function invalid(messages: readonly string[]): Refusal {
  return new Refusal(422, messages.join('; '), { errors: messages.map((message) => ({ message })) });
}

export const notFound = () => refuse(404, 'Resource not found');
export const forbidden = () => refuse(403, 'You are not allowed to access this action.');
export const unauthorised = () => refuse(401, 'Access token not recognised');

export function tooMany(message: string, retryAfterSeconds: number | undefined): Refusal {
  const headers: Record<string, string> = { 'content-type': 'text/plain; charset=utf-8' };
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds);
  return new Refusal(429, message, message, headers);
}

/** The body of an answer: text as it is, anything else as JSON. */
export function bodyText(body: unknown): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? body : JSON.stringify(body);
}
