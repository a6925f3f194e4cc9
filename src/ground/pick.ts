/** The named fields of a value, and no other. */
export const pick = <Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  names: readonly Name[],
): Pick<Whole, Name> =>
  Object.fromEntries(names.flatMap((name) => (name in whole ? [[name, whole[name]]] : []))) as Pick<Whole, Name>;
