import { Level } from '../engine/call.js';
import type { Resource } from '../engine/resource.js';

export const notes: Resource = {
  plural: 'notes',
  singular: 'note',
  section: '4.5',
  scope: 'company',
  level: Level.contactsAndProjects,
  operations: ['list', 'read', 'create', 'update', 'delete'],
  fields: {
    note: { type: 'string', required: true },
    parent_url: { type: 'uri', means: 'The contact or project of the query; it does not change.' },
    author: { type: 'string', readOnly: true },
  },
  needs: ['contact', 'project'],
  filters: { contact: { field: 'parent_url', to: 'contacts' }, project: { field: 'parent_url', to: 'projects' } },
  fromQuery: { contact: 'parent_url', project: 'parent_url' },
  createdPlainly: true,
  settle: (act, values, _sent, before) => ({
    ...values,
    parent_url: before?.values['parent_url'] ?? values['parent_url'],
    author: before?.values['author'] ?? values['author'] ?? act.author ?? '',
  }),
  check: ({ company }, { parent_url: parent }) => {
    if (parent === undefined) return ["contact or project can't be blank"];
    const isThere = company.find('contacts', parent) ?? company.find('projects', parent);
    return isThere ? [] : ['contact or project was not found'];
  },
};
