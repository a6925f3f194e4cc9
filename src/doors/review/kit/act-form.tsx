import {
  type ComponentChildren,
  createContext,
  type FormHTMLAttributes,
  type PartialInputHTMLAttributes,
} from 'preact';
import { reasonCharactersMax } from '../../../acts/reason.js';

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

type InputProps = Pick<
  PartialInputHTMLAttributes<HTMLInputElement>,
  | 'autocomplete'
  | 'checked'
  | 'children'
  | 'class'
  | 'disabled'
  | 'inputMode'
  | 'maxLength'
  | 'name'
  | 'pattern'
  | 'placeholder'
  | 'required'
  | 'value'
>;

type FieldProps = InputProps & {
  readonly type?: 'email' | 'password' | 'search' | 'text';
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
};

/** A labelled box for a line of text. */
export function Field({ label, hint, class: kind, type, ...input }: FieldProps) {
  return (
    <label class={kind}>
      {label}
      {/* Preact types an input by its type, and takes one of several for none of them. */}
      <input type={type as 'text'} autocomplete="off" {...input} />
      {hint === undefined ? null : <small>{hint}</small>}
    </label>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: ComponentChildren;
  /** Words by value, in the order in which they are offered. */
  readonly options: Readonly<Record<string, ComponentChildren>> | readonly (readonly [string, ComponentChildren])[];
  readonly chosen?: string;
  readonly required?: boolean;
  readonly hint?: ComponentChildren;
}

/** One of several, from a list that drops down. */
export function Choice({ name, label, options, chosen, required, hint }: ChoiceProps) {
  return (
    <label>
      {label}
      <select name={name} required={required}>
        {(Array.isArray(options) ? options : Object.entries(options)).map(([value, words]) => (
          <option key={value} value={value} selected={value === chosen}>
            {words}
          </option>
        ))}
      </select>
      {hint === undefined ? null : <small>{hint}</small>}
    </label>
  );
}

/** A box to tick, with its words after it. */
export function TickBox({ class: kind, name, value = 'yes', children, ...input }: InputProps) {
  return (
    <label class={kind}>
      <input type="checkbox" name={name} value={value} {...input} /> {children}
    </label>
  );
}

interface ReasonBoxProps {
  readonly typed: Readonly<Record<string, string | undefined>>;
  /** Reasons that the person gave before, to choose from: only where one answer is like another. */
  readonly before?: readonly string[];
}

/**
 * The reason, kept with the decision and shown in the history. Never filled in beforehand: it must be the person's own.
 */
export function ReasonBox({ typed, before = [] }: ReasonBoxProps) {
  return (
    <>
      <label class="reason">
        Reason, for the log
        <input name="reason" required maxLength={reasonCharactersMax} value={typed.reason ?? ''} autocomplete="off" />
      </label>
      {before.length === 0 ? null : (
        <p class="reasons-before muted" data-scripted hidden>
          As before:{' '}
          {before.map((reason) => (
            <button key={reason} type="button" class="secondary small" data-fills="reason" value={reason}>
              {reason}
            </button>
          ))}
        </p>
      )}
    </>
  );
}
