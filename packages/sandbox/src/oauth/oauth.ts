import { Refusal, refuse, type Reply } from '../answer.js';
import type { Call } from '../engine/call.js';
import type { Route } from '../engine/router.js';
import { escapeHtml, pageHtml } from '../engine/html.js';
import { isObject } from '../engine/json.js';
import { parseJson } from '../engine/body.js';
import { type Challenge, Tokens } from './tokens.js';
import { CLIENT_ID, CLIENT_SECRET } from '../world.js';

const authorizePath = '/v2/approve_app';

export const oauthRoutes: readonly Route[] = [
  { method: 'GET', path: authorizePath, scope: 'open', act: askApproval },
  { method: 'POST', path: authorizePath, scope: 'open', act: takeApproval },
  { method: 'POST', path: '/v2/token_endpoint', scope: 'open', act: giveTokens },
];

function grantError(error: string, description: string): Refusal {
  return new Refusal(400, description, { error, error_description: description });
}

/** Clients send parameters in the query, in a form or in JSON. */
function parametersOf(call: Call): Map<string, string> {
  const sent = (call.headers['content-type'] ?? '').includes('json') ? parseJson(call.body || '{}') : undefined;
  const inBody = isObject(sent)
    ? Object.entries(sent).map(([name, value]) => [name, String(value)] as const)
    : new URLSearchParams(call.body);
  return new Map([...call.query, ...inBody]);
}

function clientOf(call: Call, parameters: Map<string, string>): { id?: string; secret?: string } {
  const basic = /^Basic\s+(\S+)$/i.exec(call.headers['authorization'] ?? '');
  if (!basic) return { id: parameters.get('client_id'), secret: parameters.get('client_secret') };
  const [id, ...secret] = Buffer.from(basic[1]!, 'base64').toString('utf8').split(':');
  const decode = (part: string) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  };
  return { id: decode(id ?? ''), secret: decode(secret.join(':')) };
}

function giveTokens(call: Call): Reply {
  const parameters = parametersOf(call);
  const client = clientOf(call, parameters);
  if (client.id !== CLIENT_ID || client.secret !== CLIENT_SECRET) {
    throw refuse(401, 'HTTP Basic: Access denied.', { 'www-authenticate': 'Basic realm="Application"' });
  }
  const { tokens, limits, settings } = call.world;
  switch (parameters.get('grant_type')) {
    case 'refresh_token': {
      const refreshToken = parameters.get('refresh_token') ?? '';
      const login = tokens.refreshLogin(refreshToken);
      if (login && settings.limits) limits.refresh(login.key);
      const pair = tokens.refresh(refreshToken, settings.keepRefreshTokens);
      if (!pair) throw grantError('invalid_grant', 'The refresh token is unknown, expired or already used.');
      return { headers: { 'cache-control': 'no-store' }, json: Tokens.body(pair) };
    }
    case 'authorization_code': {
      const pair = tokens.exchange(
        parameters.get('code') ?? '',
        parameters.get('redirect_uri'),
        parameters.get('code_verifier'),
      );
      if (!pair)
        throw grantError(
          'invalid_grant',
          'The code is unknown, expired, used, for another redirect_uri, or its code_verifier is not the one promised.',
        );
      return { headers: { 'cache-control': 'no-store' }, json: Tokens.body(pair) };
    }
    default:
      throw grantError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
  }
}

interface Asked {
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly challenge: Challenge | undefined;
}

/** The application's request, checked before anyone is redirected to its address. */
function askedFor(parameters: ReadonlyMap<string, string>): Asked {
  if (parameters.get('client_id') !== CLIENT_ID) throw refuse(401, 'The application is not known: check client_id.');
  if (parameters.get('response_type') !== 'code')
    throw grantError('unsupported_response_type', 'response_type must be code.');
  const redirectUri = parameters.get('redirect_uri') ?? '';
  if (!/^https?:\/\/[^\s]+$/.test(redirectUri))
    throw grantError('invalid_request', 'redirect_uri must be an http or https address.');
  return { redirectUri, state: parameters.get('state'), challenge: challengeIn(parameters) };
}

function challengeIn(parameters: ReadonlyMap<string, string>): Challenge | undefined {
  const challenge = parameters.get('code_challenge');
  const method = parameters.get('code_challenge_method') ?? 'plain';
  if (challenge === undefined) return undefined;
  if (method === 'plain' || method === 'S256') return { method, challenge };
  throw grantError('invalid_request', 'code_challenge_method must be S256 or plain.');
}

function askApproval(call: Call): Reply {
  const parameters = new Map(call.query);
  const { redirectUri } = askedFor(parameters);
  const hidden = [...parameters]
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');
  const choices = call.world
    .logins()
    .map(({ login, name }) => `<option value="${escapeHtml(login.key)}">${escapeHtml(name)}</option>`)
    .join('');
  return {
    html: pageHtml(
      'Approve the application?',
      `<h1>Approve the application?</h1>
<p>An application asks to read and change these books. You would be sent back to <code>${escapeHtml(redirectUri)}</code>.</p>
<form method="post" action="${authorizePath}">${hidden}
<p><label>Books of <select name="as">${choices}</select></label></p>
<p><button name="decision" value="approve">Approve</button> <button name="decision" value="deny">Deny</button></p>
</form>`,
    ),
  };
}

function takeApproval(call: Call): Reply {
  const parameters = parametersOf(call);
  const { redirectUri, state, challenge } = askedFor(parameters);
  const back = new URL(redirectUri);
  if (state !== undefined) back.searchParams.set('state', state);
  const logins = call.world.logins();
  const chosen = parameters.has('as') ? logins.find(({ login }) => login.key === parameters.get('as')) : logins[0];
  if (parameters.get('decision') === 'approve' && chosen) {
    back.searchParams.set('code', call.world.tokens.code(chosen.login, redirectUri, challenge));
  } else back.searchParams.set('error', 'access_denied');
  return { status: 302, headers: { location: back.href } };
}
