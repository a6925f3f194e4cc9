import { type ProblemType, problemTypePath } from '../../../ground/problems.js';
import { PageHeading } from '../kit/section.js';

export function ProblemTypesPage({ types }: { readonly types: readonly ProblemType[] }) {
  return (
    <>
      <PageHeading words="Problem types" small="what the API answers when it refuses (RFC 9457)" />
      <div class="scroll" tabIndex={0} role="group" aria-label="Problem types">
        <table>
          <thead>
            <tr>
              <th scope="col">Type</th>
              <th scope="col">Status</th>
              <th scope="col">What it means</th>
            </tr>
          </thead>
          <tbody>
            {types.map(({ slug, status, means }) => (
              <tr key={slug}>
                <th scope="row">
                  <a href={problemTypePath(slug)}>{slug}</a>
                </th>
                <td>{status}</td>
                <td>{means}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

export function ProblemTypePage({
  type: { slug, status, exitCode, means, todo, problems },
}: {
  readonly type: ProblemType;
}) {
  return (
    <>
      <PageHeading words={slug} small={`status ${status}, at the terminal exit code ${exitCode}`} />
      <p>{means}</p>
      <p>{todo}</p>
      <p>Its titles:</p>
      <ul>
        {Object.entries(problems).map(([name, title]) => (
          <li key={name}>{title}</li>
        ))}
      </ul>
      <p>
        <a href="/problems">All problem types</a>
      </p>
    </>
  );
}
