import type { Role } from '../../src/api/principal.js';

/** Every route of the app and the least role that may call it. A route that is not here fails the test. */
export const routeTable: Readonly<Record<string, Role | 'public'>> = {
  'GET /health/live': 'public',
  'GET /health/ready': 'public',
  'GET /metrics': 'public',

  'GET /sign-in/:code': 'public',
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
  'GET /api/log': 'viewer',
  'GET /api/log.csv': 'viewer',
  'GET /api/journals.csv': 'viewer',

  'POST /connect': 'admin',
  'GET /connect/callback': 'public',
};
