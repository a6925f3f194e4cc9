/** The named fields of a value, and no other. */
export const pick = <Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  names: readonly Name[],
): Pick<Whole, Name> => {
  const picked: Partial<Whole> = {};
  for (const name of names) if (name in whole) picked[name] = whole[name];
  return picked as Pick<Whole, Name>;
};
