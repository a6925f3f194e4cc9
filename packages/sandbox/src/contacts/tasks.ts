import { Level, type Act } from '../engine/call.js';
import type { Resource } from '../engine/resource.js';
import type { Row } from '../engine/table.js';

/** The specification lists the deletion of a task under the users' path, surely by mistake: ours is /v2/tasks/:id. */
export const tasks: Resource = {
  plural: 'tasks',
  singular: 'task',
  section: '4.4',
  scope: 'company',
  level: Level.time,
  operations: ['list', 'read', 'create', 'update', 'delete'],
  fields: {
    project: { type: 'uri', required: true, to: 'projects' },
    name: { type: 'string', required: true },
    currency: { type: 'string', pattern: /^[A-Z]{3}$/ },
    is_billable: { type: 'boolean', initially: true },
    status: { type: 'string', values: ['Active', 'Completed', 'Hidden'], initially: 'Active' },
    is_deletable: { type: 'boolean', computed: () => true },
    billing_rate: { type: 'decimal', level: Level.contactsAndProjects, initially: '0.0' },
    billing_period: { type: 'string', level: Level.contactsAndProjects, values: ['day', 'hour'], initially: 'hour' },
  },
  fromQuery: { project: 'project' },
  views: {
    active: hasStatus('Active'),
    completed: hasStatus('Completed'),
    hidden: hasStatus('Hidden'),
  },
  sorts: {
    name: 'name',
    project: {
      live: (row, call) => String(projectOf(call, row.values['project'])?.values['name'] ?? '').toLowerCase(),
    },
    billing_rate: (row) => Number(row.values['billing_rate'] ?? 0),
    created_at: 'created_at',
    updated_at: 'updated_at',
  },
  filters: { project: { field: 'project', to: 'projects' } },
  settle: (act, values) => ({
    ...values,
    currency: values['currency'] ?? projectOf(act, values['project'])?.values['currency'],
  }),
};

function hasStatus(status: string): (row: Row) => boolean {
  return (row) => row.values['status'] === status;
}

function projectOf(act: Pick<Act, 'company'>, uri: unknown): Row | undefined {
  return act.company.find('projects', uri) as Row | undefined;
}
