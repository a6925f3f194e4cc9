import type { OpenAPIObject } from '@nestjs/swagger';
import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';

/** JSON Schema, as far as our own schemas use it. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
  readonly description?: string;
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly 'x-role'?: string;
  readonly parameters?: readonly (Schema & { name: string; in: string; required?: boolean; schema?: Schema })[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

/** The document as a page: no script, no inline style, every link within it. */
export function docsPage(document: OpenAPIObject): string {
  const operations = operationsOf(document);
  const tags = [...new Set(operations.map(({ tags: [tag] = [] }) => tag ?? 'Other'))];
  const schemas = Object.entries((document.components?.schemas ?? {}) as Record<string, Schema>).sort();
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${document.info.title} API`}</title>
        <link rel="stylesheet" href="/api/docs.css" />
      </head>
      <body>
        <h1>{document.info.title} API</h1>
        <p>{document.info.description}</p>
        <p>
          Every request carries a token, made by <code>counterfoil tokens create --name NAME --role ROLE</code>. A role
          may do what those before it may: viewer, reviewer, admin. The same for programs:{' '}
          <a href="/api/openapi.json">openapi.json</a>.
        </p>
        <pre>curl -H "Authorization: Bearer $TOKEN" https://counterfoil.example/api/pay-runs?state=held</pre>
        {tags.map((tag) => (
          <section key={tag}>
            <h2>{tag}</h2>
            {operations.filter(({ tags: [first] = [] }) => (first ?? 'Other') === tag).map(operation)}
          </section>
        ))}
        <section>
          <h2>Shapes</h2>
          {schemas.map(([name, schema]) => (
            <article key={name} id={name}>
              <h3>{name}</h3>
              {schema.description ? <p>{schema.description}</p> : null}
              {fields(schema)}
            </article>
          ))}
        </section>
      </body>
    </html>
  );
  return `<!doctype html>${render(page)}`;
}

function operationsOf(document: OpenAPIObject): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
      const found = item[method];
      return found ? [{ ...(found as unknown as Operation), method: method.toUpperCase(), path }] : [];
    }),
  );
}

function operation(one: Operation) {
  const body = one.requestBody?.content?.['application/json']?.schema;
  return (
    <article key={`${one.method} ${one.path}`}>
      <h3>
        <code>
          <span class="method">{one.method}</span> {one.path}
        </code>{' '}
        <span class="role">{one['x-role']}</span>
      </h3>
      <p>{one.summary}</p>
      {one.description ? <p>{one.description}</p> : null}
      {one.parameters?.length ? (
        <Rows heading="Parameters">
          {one.parameters.map(({ name, in: place, required, schema, description }) => (
            <Row key={name} name={name} required={required} schema={schema} note={description} of={place} />
          ))}
        </Rows>
      ) : null}
      {body ? (
        <>
          <h4>Body</h4>
          {fields(body)}
        </>
      ) : null}
      <Rows heading="Answers">
        {Object.entries(one.responses).map(([status, { content = {}, description }]) => (
          <tr key={status}>
            <td>
              <code>{status}</code>
            </td>
            <td>
              {Object.entries(content).map(([type, { schema }]) =>
                type === 'application/json' ? typeOf(schema) : <code key={type}>{type}</code>,
              )}
            </td>
            <td>{description}</td>
          </tr>
        ))}
      </Rows>
    </article>
  );
}

function fields(schema: Schema) {
  if (!schema.properties) return <p>{typeOf(schema)}</p>;
  return (
    <Rows>
      {Object.entries(schema.properties).map(([name, field]) => (
        <Row
          key={name}
          name={name}
          required={schema.required?.includes(name)}
          schema={field}
          note={field.description}
        />
      ))}
    </Rows>
  );
}

function Rows({ heading, children }: { heading?: string; children: ComponentChildren }) {
  return (
    <>
      {heading ? <h4>{heading}</h4> : null}
      <table>
        <tbody>{children}</tbody>
      </table>
    </>
  );
}

function Row(row: { name: string; required?: boolean; schema?: Schema; note?: string; of?: string }) {
  return (
    <tr>
      <td>
        <code>{row.name}</code>
        {row.required ? '' : ' (optional)'}
      </td>
      <td>
        {typeOf(row.schema)}
        {row.of ? ` in ${row.of}` : ''}
      </td>
      <td>{row.note ?? row.schema?.description}</td>
    </tr>
  );
}

function typeOf(schema: Schema | undefined): ComponentChildren {
  if (!schema) return '';
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return <a href={`#${name}`}>{name}</a>;
  }
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return choices.flatMap((choice, i) => (i === 0 ? [typeOf(choice)] : [' or ', typeOf(choice)]));
  if (schema.enum) return schema.enum.map(String).join(', ');
  if (schema.items) return <>list of {typeOf(schema.items)}</>;
  if (schema.properties) return fields(schema);
  return [[schema.type ?? 'anything'].flat().join(' or '), schema.format].filter(Boolean).join(', ');
}
