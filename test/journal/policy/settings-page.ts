import { type SettingRow, settingRows } from '../../../src/journal/policy/settings.js';

/** docs/policy.md, made from the table; a test keeps the two the same. */
export function settingsPage(): string {
  return `# Settings of a policy

Made from \`src/journal/policy/settings.ts\`; after changing the table, run its test with \`UPDATE_DOCS=1\`.
\`counterfoil policy COMPANY --set PATH=VALUE\` changes one, \`--export\` prints all of them, and the page *Settings* has them by name. A CSV list changes those of many companies: \`counterfoil clients settings FILE\`, or *Settings by list* in Clients; its columns are \`company\` and these paths.
The API takes them as JSON (\`PUT /api/companies/COMPANY/policy\`); what is left out has its usual value, but mode and cut-over stay as they are. Every change is a new version, and a run that is posted keeps the one it was posted with.

| path | what it is | may be | unless changed | who may change it |
|---|---|---|---|---|
${settingRows.map(line).join('\n')}

A reviewer changes how a pay item is treated by deciding it for the company: \`counterfoil decide … --for company\`.
`;
}

function line({ path, group, label, help, field, words, expects, none, usual, by }: SettingRow): string {
  const name = group === undefined ? label : `${group}: ${label}`;
  const values = Object.entries(words ?? {}).map(([value, word]) => `\`${value}\`: ${word}`);
  const may = words === undefined ? (field === 'own' ? `\`${expects}\`` : expects) : values.join('<br>');
  const unset = none === undefined ? [] : [`null: ${none}`];
  const what = [may.replace(/, or null$/, ''), ...unset].join('<br>');
  const shown = typeof usual === 'string' ? usual : JSON.stringify(usual);
  return `| \`${path}\` | ${[name, help].filter(Boolean).join('. ')} | ${what} | \`${shown}\` | ${by} |`;
}
