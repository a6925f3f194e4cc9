import { notFound } from '../answer.js';
import { render, routesOf, shownFields } from '../engine/resource-routes.js';
import type { Route } from '../engine/router.js';
import { accountManagers, clients } from './clients.js';

export const practiceRoutes: readonly Route[] = [
  ...routesOf(clients),
  {
    method: 'GET',
    path: '/v2/account_managers/me',
    scope: 'practice',
    doc: {
      section: '4.23',
      summary: "Reads the caller's own account manager",
      answers: { account_manager: { type: 'object', parts: shownFields(accountManagers) } },
    },
    act: (call) => {
      const row = call.world.practice!.managers.get(String(call.login.managerId));
      if (!row) throw notFound();
      return { json: { account_manager: render(accountManagers, call, row) } };
    },
  },
  ...routesOf(accountManagers),
  {
    method: 'GET',
    path: '/v2/practice',
    scope: 'practice',
    doc: {
      section: '4.23',
      summary: 'Reads the practice',
      answers: { name: { type: 'string' }, subdomain: { type: 'string' } },
    },
    act: ({ world }) => ({ json: { name: world.practice!.name, subdomain: world.practice!.subdomain } }),
  },
];
