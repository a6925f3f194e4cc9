import { type ComponentChildren, createContext, type FormHTMLAttributes } from 'preact';
import { ReasonBox } from './reason-box.js';

/** Proves that a form was sent from a page of this session. Pages of no session have none. */
export const FormToken = createContext<string | undefined>(undefined);

/** As fields of a form were typed, by name. */
export type Typed = Readonly<Record<string, string>>;

interface ActFormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'action' | 'method'> {
  readonly to: string;
  /** Goes with it unseen; undefined is left out. */
  readonly sends?: Readonly<Record<string, string | number | undefined>>;
  /** Asks for the reason; what was typed if it was refused before. */
  readonly reason?: Typed;
  /** Words of its button. A form with several has them among its children. */
  readonly act?: ComponentChildren;
  /** How the button looks, where it is not the page's next step. */
  readonly button?: 'secondary' | 'secondary small' | 'danger' | 'quiet';
}

/** A form that changes something: its token first, because files are read only after it. */
export function ActForm({ to, sends = {}, reason, act, button, children, ...form }: ActFormProps) {
  return (
    <form method="post" action={to} {...form}>
      <FormToken.Consumer>{(token) => <Hidden of={{ csrf: token, ...sends }} />}</FormToken.Consumer>
      {children}
      {reason === undefined ? null : <ReasonBox typed={reason} />}
      {act === undefined ? null : (
        <button type="submit" class={button}>
          {act}
        </button>
      )}
    </form>
  );
}

/** Fields that are not shown. */
function Hidden({ of }: { readonly of: Readonly<Record<string, string | number | undefined>> }) {
  return (
    <>
      {Object.entries(of).map(([name, value]) =>
        value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
    </>
  );
}

interface FilterFormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'action' | 'method'> {
  readonly to: string;
  /** What stays as it is. */
  readonly keeps?: Readonly<Record<string, string | number | undefined>>;
  readonly act: string;
}

/** A form that shows less, or another part, of a list. */
export function FilterForm({ to, keeps = {}, act, children, ...form }: FilterFormProps) {
  return (
    <form class="filter" method="get" action={to} {...form}>
      <Hidden of={keeps} />
      {children}
      <button type="submit" class="secondary">
        {act}
      </button>
    </form>
  );
}
