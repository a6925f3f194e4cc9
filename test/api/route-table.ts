import { hasRole, type Principal, type Role } from '../../src/access/principal.js';

/** Everywhere: who reaches some companies only is refused. */
export type Least = Role | 'admin everywhere';

export function mayCall(least: Least, who: Pick<Principal, 'role' | 'companies'>): boolean {
  if (least === 'admin everywhere') return who.role === 'admin' && who.companies === null;
  return hasRole(who, least);
}

/** Every route of the app and the least role that may call it. A route that is not here fails the test. */
export const routeTable: Readonly<Record<string, Least | 'public'>> = {
  'GET /health/live': 'public',
  'GET /health/ready': 'public',
  'GET /metrics': 'public',
  'GET /.well-known/counterfoil-signing-key': 'public',

  'GET /sign-in/:code': 'public',
  'GET /sign-in/issuer': 'public',
  'GET /sign-in/issuer/callback': 'public',
  'POST /sign-in': 'public',
  'POST /sign-out': 'viewer',

  'GET /api/openapi.json': 'public',
  'GET /api/docs': 'public',
  'GET /api/docs.css': 'public',
  'POST /api/syncs': 'reviewer',
  'GET /api/syncs': 'viewer',
  'GET /api/syncs/:id': 'viewer',
  'GET /api/syncs/:id/events': 'viewer',
  'GET /api/pay-runs': 'viewer',
  'GET /api/pay-runs/:company/:year/:period/:paidOn': 'viewer',
  'POST /api/pay-runs/post': 'reviewer',
  'POST /api/pay-runs/:company/:year/:period/:paidOn/rerun': 'reviewer',
  'POST /api/pay-runs/:company/:year/:period/:paidOn/post': 'reviewer',
  'POST /api/pay-runs/:company/:year/:period/:paidOn/approve': 'reviewer',
  'POST /api/pay-runs/:company/:year/:period/:paidOn/decide': 'reviewer',
  'POST /api/pay-runs/:company/:year/:period/:paidOn/amend': 'reviewer',
  'POST /api/pay-runs/:company/:year/:period/:paidOn/reverse': 'reviewer',
  'POST /api/pay-runs/:company/:year/:period/:paidOn/ignore': 'reviewer',
  'POST /api/pay-runs/:company/:year/:period/:paidOn/sign-off': 'reviewer',
  'GET /api/companies': 'viewer',
  'GET /api/companies/:company/policy': 'viewer',
  'PUT /api/companies/:company/policy': 'admin',
  'PUT /api/companies/:company/practice-approval': 'admin everywhere',
  'GET /api/log': 'viewer',
  'GET /api/log.csv': 'viewer',
  'GET /api/journals.csv': 'viewer',
  'GET /api/people': 'admin everywhere',
  'POST /api/people': 'admin everywhere',
  'PATCH /api/people/:person': 'admin everywhere',
  'GET /api/sessions': 'admin everywhere',
  'POST /api/sessions/:session/revoke': 'admin everywhere',

  'POST /connect': 'admin',
  'GET /connect/callback': 'public',

  'GET /assets/:hash/:name': 'public',
  'GET /sign-in': 'public',
  'GET /': 'viewer',
  'GET /companies': 'viewer',
  'POST /companies/import': 'admin',
  'GET /companies/:company': 'viewer',
  'POST /companies/:company/pause': 'admin',
  'POST /companies/:company/resume': 'admin',
  'POST /companies/:company/leave': 'admin',
  'GET /companies/:company/policy': 'viewer',
  'POST /companies/:company/policy': 'admin',
  'POST /companies/:company/policy/preview': 'admin',
  'POST /companies/:company/policy/practice-approval': 'admin everywhere',
  'GET /log': 'viewer',
  'GET /runs/:company/:year/:period/:paidOn': 'viewer',
  'GET /runs/:company/:year/:period/:paidOn/journal.csv': 'viewer',
  'POST /runs/:company/:year/:period/:paidOn/:act': 'reviewer',
  'POST /runs/post': 'reviewer',
  'GET /syncs': 'viewer',
  'POST /syncs': 'reviewer',
  'GET /syncs/status': 'viewer',
  'GET /year-end': 'viewer',
  'GET /year-end.csv': 'viewer',
  'GET /people': 'admin everywhere',
  'POST /people': 'admin everywhere',
  'GET /people/:person': 'admin everywhere',
  'POST /people/:person': 'admin everywhere',
  'POST /people/:person/active': 'admin everywhere',
  'POST /people/:person/sessions/:session/end': 'admin everywhere',
};
