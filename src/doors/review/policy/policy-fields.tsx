import type { PolicyProps } from './policy-props.js';

/** People sorted by name. A chosen person who is no longer a user stays in the list. */
export function PersonChoice({
  name,
  label,
  chosen,
  people,
}: {
  readonly name: string;
  /** For where it has no label of its own. */
  readonly label?: string;
  readonly chosen: string;
  readonly people: PolicyProps['people'];
}) {
  const known = people.some(({ url }) => url === chosen);
  return (
    <select name={name} aria-label={label}>
      <option value="">no one</option>
      {chosen === '' || known ? null : (
        <option value={chosen} selected>
          user {chosen.slice(chosen.lastIndexOf('/') + 1)}
        </option>
      )}
      {people.map((person) => (
        <option key={person.url} value={person.url} selected={person.url === chosen}>
          {person.name}
        </option>
      ))}
    </select>
  );
}
