import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type Answer, ConnectionDropped, type SandboxRequest } from './answer.js';

const BODY_BYTES_MAX = 32 * 1024 * 1024;
const ZIPPED_FROM_BYTES = 1_024;

type Handle = (request: SandboxRequest) => Promise<Answer>;

/** Reads a request of Node's own server, and sends what `handle` answers, faults of the connection included. */
export function handlerOf(handle: Handle): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    serve(handle, request, response).catch((error: unknown) => {
      // A connection that a fault dropped is intended; any other error is a bug in the sandbox and is printed.
      if (!(error instanceof ConnectionDropped)) process.stderr.write(`${inspect(error)}\n`);
      request.socket.destroy();
    });
  };
}

async function serve(handle: Handle, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
  const body = await bodyOf(request);
  const secure = 'encrypted' in request.socket;
  const answer = await handle({
    method: request.method!,
    path: request.url!,
    headers,
    body,
    ...(secure && { secure }),
  });
  await send(response, zipped(request, answer));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new ConnectionDropped();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Compresses a body that is large enough for a client that accepts it, but not one that a fault has changed. */
function zipped(request: IncomingMessage, answer: Answer): Answer {
  const wanted = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const bytes = answer.bytes ?? Buffer.from(answer.body);
  const touched =
    answer.broken === true || answer.byteMs !== undefined || answer.headers['content-length'] !== undefined;
  if (!wanted || touched || bytes.length < ZIPPED_FROM_BYTES) return answer;
  const headers = { ...answer.headers, 'content-encoding': 'gzip', vary: 'Accept, Accept-Encoding' };
  return { ...answer, headers, bytes: gzipSync(bytes, { level: 1 }) };
}

async function send(response: ServerResponse, answer: Answer): Promise<void> {
  response.sendDate = false;
  const bytes = answer.bytes ?? Buffer.from(answer.body);
  response.writeHead(answer.status, { 'content-length': String(bytes.length), ...answer.headers });
  if (answer.byteMs !== undefined) {
    for (const byte of bytes) {
      if (response.destroyed) return;
      response.write(Buffer.of(byte));
      await pause(answer.byteMs);
    }
    response.end();
  } else if (answer.broken) response.write(bytes, () => response.destroy());
  else response.end(bytes);
}
