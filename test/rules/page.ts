import { rules } from './rules.js';

/** docs/rules.md. */
export function rulesPage(): string {
  const parts = [...new Set(rules.map(({ part }) => part))];
  return `# The rules of decision 1 and of ten rooms, and the test that fails without each

Made from \`test/rules/rules.ts\` and \`test/rules/rooms/\`, which have the lines to take out; after changing it, run \`UPDATE_DOCS=1 npm test -- test/rules\`. \`npm run rules\` takes each rule out of a copy of the sources and runs its test, which has to fail; \`npm run rules -- NAME\` does so for one, in seconds. \`npm run rules -- --draw 40\` takes forty lines of the ten rooms out at random instead, and runs the tests near to each.

${parts.map(tableOf).join('\n')}`;
}

function tableOf(part: string): string {
  const lines = rules
    .filter((rule) => rule.part === part)
    .map(
      ({ name, rule, test }) =>
        `| \`${name}\` | ${rule} | \`${test.file}\`: ${test.title.replaceAll('|', String.raw`\|`)} |`,
    );
  return `## ${part}\n\n| name | rule | test |\n|---|---|---|\n${lines.join('\n')}\n`;
}
