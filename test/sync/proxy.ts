import type { HttpAnswer, HttpRequest, Transport } from '../../src/books/http.js';

type Send = () => Promise<HttpAnswer>;

/** Answers in place of the service; `send` passes the request on. */
export type Meddle = (request: HttpRequest, send: Send) => Promise<HttpAnswer>;

/** Sits between the program and the service, so that a test can meddle with requests. */
export class Proxy {
  meddle: Meddle = (_request, send) => send();

  readonly around = (transport: Transport): Transport => {
    // A proxy passes on what it has received, even when no one waits for the answer any more.
    const { signal } = new AbortController();
    return (request) => this.meddle(request, () => transport({ ...request, signal, mayStart: undefined }));
  };

  /** Meddles only with the next matching request. */
  once(fits: (request: HttpRequest) => boolean, meddle: Meddle): void {
    this.meddle = (request, send) => {
      if (!fits(request)) return send();
      this.meddle = (_request, pass) => pass();
      return meddle(request, send);
    };
  }
}

export const isPost = ({ method, url }: HttpRequest): boolean => method === 'POST' && url.endsWith('/v2/journal_sets');
export const isPut = ({ method, url }: HttpRequest): boolean => method === 'PUT' && url.includes('/v2/journal_sets/');

export const html = (status: number): HttpAnswer => ({
  status,
  headers: { date: new Date().toUTCString(), 'content-type': 'text/html', 'retry-after': '1' },
  body: `<html><head><title>${status} from a proxy</title></head><body>no service here</body></html>`,
});

export const json = (status: number, body: unknown): HttpAnswer => ({
  status,
  headers: { date: new Date().toUTCString(), 'content-type': 'application/json', 'retry-after': '1' },
  body: JSON.stringify(body),
});
