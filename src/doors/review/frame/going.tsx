interface GoingProps {
  readonly id: string;
  readonly done: number;
  readonly of: number;
  /** "12 of 40 clients read" */
  readonly words: string;
  /** Where this part is fetched again. */
  readonly path: string;
}

const looks = 'every 1s';

/** A bar that moves: with scripts this part is fetched again and again, without them its page is. */
export function Going({ id, done, of, words, path }: GoingProps) {
  return (
    <div id={id} class="noprint" aria-live="polite" hx-get={path} hx-trigger={looks} hx-swap="outerHTML">
      <p>
        <progress value={done} max={Math.max(1, of)} aria-label="How far it is" /> {words}
      </p>
    </div>
  );
}

/** In place of a finished bar: the lists of the page are out of date, and are read again. */
export function Reloaded({ id, page }: { readonly id: string; readonly page: string }) {
  return (
    <section
      id={id}
      hx-get={page}
      hx-trigger="load"
      hx-select="#main"
      hx-target="#main"
      hx-swap="outerHTML"
      aria-live="polite"
    >
      <a href={page}>It has ended: show the result</a>
    </section>
  );
}
