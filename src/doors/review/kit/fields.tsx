import type { ComponentChildren, PartialInputHTMLAttributes } from 'preact';

type InputProps = Pick<
  PartialInputHTMLAttributes<HTMLInputElement>,
  | 'autocomplete'
  | 'checked'
  | 'children'
  | 'class'
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
