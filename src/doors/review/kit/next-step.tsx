import { ActForm } from './act-form.js';

/** The next thing to do for a month: where it is done, or by which form, and what to know about it. Neither: to wait. */
export interface NextAct {
  readonly words: string;
  readonly href?: string;
  /** Sent by a form, because it does something at once. */
  readonly to?: string;
  readonly sends?: Readonly<Record<string, string | number | undefined>>;
  readonly note?: string;
}

/** One large button, the first thing that the eye meets. */
export function NextStep({ act }: { readonly act?: NextAct }) {
  if (act === undefined) return null;
  return (
    <div class="next noprint">
      <Button {...act} />
      {act.note === undefined ? null : <span class="muted">{act.note}</span>}
    </div>
  );
}

function Button({ words, href, to, sends }: NextAct) {
  if (href !== undefined)
    return (
      <a class="button" href={href} data-next>
        {words}
      </a>
    );
  if (to === undefined) return <strong>{words}</strong>;
  return (
    <ActForm to={to} sends={sends}>
      <button type="submit" data-next>
        {words}
      </button>
    </ActForm>
  );
}
