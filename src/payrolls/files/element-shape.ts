import { WrongShape } from '../../books/wrong-shape.js';
import { isDate } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import type { XmlRead } from './xml.js';

/** How one child element is read: how often it may be there, and what it gives. */
interface Child<Out> {
  readonly min: 0 | 1;
  readonly max: number;
  readonly read: (found: readonly XmlRead[], at: Place) => Out;
  /** What may be in it, if that is looked at. */
  readonly shape?: Shape;
}

/** Where in the file: line and elements, so that a person can find it. */
interface Place {
  readonly element: XmlRead;
  readonly path: string;
}

export type Shape = { readonly [element: string]: Child<unknown> };
export type ReadAs<S extends Shape> = { readonly [Name in keyof S]: ReturnType<S[Name]['read']> };

/** Reads the text of an element; throws what it should have been. */
type Value<Out> = (text: string, element: XmlRead) => Out;

class Expected extends Error {}

const once = <Out>(value: Value<Out>): Child<Out> => ({
  min: 1,
  max: 1,
  read: ([found], at) => valueOf(found as XmlRead, value, at),
});

const perhaps = <Out>(value: Value<Out>): Child<Out | undefined> => ({
  min: 0,
  max: 1,
  read: ([found], at) => found && valueOf(found, value, at),
});

/** What the journal does not need is not taken in: its content is not looked at. */
const ignored: Child<undefined> = { min: 0, max: Number.POSITIVE_INFINITY, read: () => undefined };

/** Read by the caller itself. */
const whole: Child<XmlRead> = { min: 1, max: 1, read: ([found]) => found as XmlRead };

const inside = <S extends Shape>(shape: S): Child<ReadAs<S>> => ({
  shape,
  min: 1,
  max: 1,
  read: ([found], { path }) => readElement(found as XmlRead, shape, path),
});

const perhapsInside = <S extends Shape>(shape: S): Child<ReadAs<S> | undefined> => ({
  shape,
  min: 0,
  max: 1,
  read: ([found], { path }) => found && readElement(found, shape, path),
});

const each = <S extends Shape>(shape: S, min: 0 | 1 = 0): Child<readonly ReadAs<S>[]> => ({
  shape,
  min,
  max: Number.POSITIVE_INFINITY,
  read: (found, { path }) =>
    found.map((one, index) => readElement(one, shape, found.length === 1 ? path : `${path} ${index + 1}`)),
});

const eachValue = <Out>(value: Value<Out>): Child<readonly Out[]> => ({
  min: 0,
  max: Number.POSITIVE_INFINITY,
  read: (found, at) => found.map((one) => valueOf(one, value, at)),
});

export const children = { once, perhaps, ignored, whole, inside, perhapsInside, each, eachValue };

export const values = {
  text: (text: string) => text,
  money(text: string): Money {
    const money = Money.tryParse(text);
    if (money === undefined) throw new Expected('an amount such as 310.20');
    return money;
  },
  date(text: string): string {
    if (!isDate(text)) throw new Expected('a date such as 2025-10-31');
    return text;
  },
  whole:
    (min: number, max: number): Value<number> =>
    (text) => {
      const number = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
      if (!(number >= min && number <= max)) throw new Expected(`a whole number from ${min} to ${max}`);
      return number;
    },
  /** HMRC has no week 55: of the weeks after the 52nd, 53, 54 and 56 are paid for by the week, fortnight and four weeks. */
  taxWeek(text: string): number {
    if (!/^(?:[1-9]|[1-4]\d|5[0-46])$/.test(text)) throw new Expected('a tax week, from 1 to 54 or 56,');
    return Number(text);
  },
  oneOf:
    <const Words extends readonly string[]>(...words: Words): Value<Words[number]> =>
    (text) => {
      if (!words.includes(text)) throw new Expected(`one of ${words.join(', ')}`);
      return text as Words[number];
    },
};

/** Strictly: unknown elements are named, and so are missing or repeated ones. */
export function readElement<S extends Shape>(element: XmlRead, shape: S, path = element.name): ReadAs<S> {
  const found = new Map<string, XmlRead[]>();
  for (const child of element.children) {
    if (!Object.hasOwn(shape, child.name) || child.namespace !== element.namespace)
      throw wrong(child, `${path} › ${child.name}`, 'it is not known here');
    const same = found.get(child.name);
    if (same === undefined) found.set(child.name, [child]);
    else same.push(child);
  }
  if (element.text !== '') throw wrong(element, path, 'there is text where elements are expected');
  const read = Object.entries(shape).map(([name, child]) => {
    const all = found.get(name) ?? [];
    const at = { element: all[0] ?? element, path: `${path} › ${name}` };
    if (all.length < child.min) throw wrong(element, path, `${name} is missing`);
    if (all.length > child.max) throw wrong(all[1] ?? element, at.path, 'it is there more than once');
    return [name, child.read(all, at)] as const;
  });
  return Object.fromEntries(read) as ReadAs<S>;
}

function valueOf<Out>(element: XmlRead, value: Value<Out>, { path }: Place): Out {
  const [inner] = element.children;
  if (inner !== undefined) throw wrong(inner, `${path} › ${inner.name}`, 'it is not known here');
  try {
    return value(element.text, element);
  } catch (error) {
    // The text is not quoted: it may be someone's pay.
    if (error instanceof Expected) throw wrong(element, path, `${error.message} is expected`);
    throw error;
  }
}

export function wrong({ line }: XmlRead, path: string, what: string): WrongShape {
  return new WrongShape([`line ${line}, element ${path}: ${what}`]);
}
