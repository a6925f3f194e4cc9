import { createPrivateKey, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import Provider from 'oidc-provider';

export interface IssuersPerson {
  readonly name: string;
  readonly email: string;
  readonly email_verified?: boolean;
  readonly groups?: readonly string[];
}

/** Changes an id token on its way; `sign` signs as the issuer does. */
export type Meddle = (claims: Record<string, unknown>, sign: (claims: object, how?: Signing) => string) => string;
interface Signing {
  readonly with?: 'another key' | 'nothing';
}

export interface TestIssuer {
  readonly url: string;
  /** The subject who signs in next; undefined for the name typed in the form. */
  person: string | undefined;
  meddle: Meddle | undefined;
  /** While set, the issuer answers no one. */
  away: boolean;
  close(): Promise<void>;
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A real OpenID Connect issuer in this process, behind a proxy through which a test can meddle. */
export async function startIssuer(app: string, people: Readonly<Record<string, IssuersPerson>>): Promise<TestIssuer> {
  const front = createServer();
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  const [key, other] = [rsaKey(), rsaKey()];
  const provider = providerFor(url, app, people, key);
  const behind = createServer((incoming, outgoing) => void provider.callback()(incoming, outgoing));
  behind.listen(0, '127.0.0.1');
  await once(behind, 'listening');
  const port = (behind.address() as AddressInfo).port;
  const issuer: TestIssuer = {
    url,
    person: Object.keys(people)[0] ?? '',
    meddle: undefined,
    away: false,
    close: async () => {
      for (const server of [front, behind]) await closed(server);
    },
  };
  const sign = (claims: object, how: Signing = {}) => signed(claims, how.with === 'another key' ? other : key, how);
  front.on('request', (incoming, outgoing) => {
    if (issuer.away) return void incoming.socket.destroy();
    if (incoming.url?.startsWith('/interaction/')) return void interact(provider, issuer.person, incoming, outgoing);
    pass(incoming, outgoing, port, (body) => {
      if (incoming.url !== '/token' || issuer.meddle === undefined) return body;
      const answer = JSON.parse(body) as { id_token: string };
      const claims = JSON.parse(Buffer.from(answer.id_token.split('.')[1] ?? '', 'base64url').toString()) as Record<
        string,
        unknown
      >;
      return JSON.stringify({ ...answer, id_token: issuer.meddle(claims, sign) });
    });
  });
  return issuer;
}

function providerFor(
  url: string,
  app: string,
  people: Readonly<Record<string, IssuersPerson>>,
  key: KeyObject,
): Provider {
  const jwk = { ...key.export({ format: 'jwk' }), kid: 'test', alg: 'RS256', use: 'sig' };
  const provider = new Provider(url, {
    clients: [
      {
        client_id: 'counterfoil',
        client_secret: 'a secret of the test',
        redirect_uris: [`${app}/sign-in/issuer/callback`],
        post_logout_redirect_uris: [`${app}/sign-in`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [jwk as never] },
    claims: { openid: ['sub', 'groups'], profile: ['name'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, email_verified: true, ...people[sub] }) as never,
    }),
    loadExistingGrant: async ({ oidc }) => {
      const given = oidc.session?.grantIdFor(oidc.client?.clientId ?? '');
      if (given !== undefined) return oidc.provider.Grant.find(given);
      const accountId = oidc.session?.accountId ?? '';
      const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
  return provider;
}

async function interact(
  provider: Provider,
  person: string | undefined,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  if (person !== undefined) return finish(provider, person, incoming, outgoing);
  if (incoming.method === 'GET') {
    outgoing.setHeader('content-type', 'text/html');
    outgoing.end(
      '<title>Issuer</title><form method="post"><label>Who are you? <input name="who"></label><button>Go on</button></form>',
    );
    return;
  }
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  await finish(provider, new URLSearchParams(Buffer.concat(parts).toString()).get('who') ?? '', incoming, outgoing);
}

async function finish(provider: Provider, accountId: string, incoming: IncomingMessage, outgoing: ServerResponse) {
  await provider.interactionDetails(incoming, outgoing);
  await provider.interactionFinished(incoming, outgoing, { login: { accountId } }, { mergeWithLastSubmission: false });
}

function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  port: number,
  change: (body: string) => string,
): void {
  const { method, url: path, headers } = incoming;
  const answered = async (answer: IncomingMessage) => {
    const parts: Buffer[] = [];
    for await (const part of answer) parts.push(part as Buffer);
    const body = change(Buffer.concat(parts).toString());
    outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'content-length': Buffer.byteLength(body) });
    outgoing.end(body);
  };
  const onwards = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => void answered(answer));
  incoming.pipe(onwards);
}

const rsaKey = () =>
  createPrivateKey(
    generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
  );

function signed(claims: object, key: KeyObject, how: Signing): string {
  const unsigned = how.with === 'nothing';
  const head = `${encoded({ alg: unsigned ? 'none' : 'RS256', kid: 'test' })}.${encoded(claims)}`;
  return `${head}.${unsigned ? '' : createSign('RSA-SHA256').update(head).sign(key, 'base64url')}`;
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
