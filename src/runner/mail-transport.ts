import type { Config } from '../ground/config.js';

export type MailConfig = NonNullable<Config['mail']>;

export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

const answerWithinMs = 10_000;
const port = { 'smtp:': 587, 'smtps:': 465 } as const;

/** Encrypted, unless the mail server is on this machine. */
export function transportOptions(smtpUrl: string) {
  const { protocol, hostname, port: given, username, password } = new URL(smtpUrl);
  const secure = protocol === 'smtps:';
  const local = ['localhost', '[::1]'].includes(hostname) || /^127\.\d+\.\d+\.\d+$/.test(hostname);
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: given === '' ? port[secure ? 'smtps:' : 'smtp:'] : Number(given),
    secure,
    requireTLS: !secure && !local,
    ignoreTLS: !secure && local,
    ...(username === '' ? {} : { auth }),
    connectionTimeout: answerWithinMs,
    greetingTimeout: answerWithinMs,
    socketTimeout: answerWithinMs,
  };
}

export async function sendLetter({ smtpUrl, from }: MailConfig, { to: address, ...letter }: Letter): Promise<void> {
  const transport = await transportTo(smtpUrl);
  try {
    // An object is always one address: a comma in the text cannot add a second reader of the link.
    await transport.sendMail({ from, to: { name: '', address }, ...letter });
  } finally {
    transport.close();
  }
}

/** Throws when the mail server does not answer or does not accept the name and password. */
export async function tryMailServer({ smtpUrl }: MailConfig): Promise<void> {
  const transport = await transportTo(smtpUrl);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

async function transportTo(smtpUrl: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport(transportOptions(smtpUrl));
}
