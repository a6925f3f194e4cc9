import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A real mail server in this process. */
export class Post {
  readonly received: { to: string[]; text: string; raw: string }[] = [];
  refusing = false;
  #server: SMTPServer | undefined;
  url = '';

  async open(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, session, done) => {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          if (this.refusing) return done(Object.assign(new Error('full: ann@ash.example'), { responseCode: 452 }));
          const to = session.envelope.rcptTo.map(({ address }) => address);
          const raw = Buffer.concat(parts).toString();
          const text = raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
          this.received.push({ to, text, raw });
          done();
        });
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    this.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
    this.#server = server;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server?.close(() => resolve()));
  }
}
