interface OpenPart {
  readonly account: string;
  readonly state: string;
}

/**
 * "causes 2, 814 part_paid, 902 no_payment_posted 21", for the log: one by one, what is open of a few people was more
 * than an entry keeps, and was cut.
 */
export function foundInShort(causes: number, open: readonly OpenPart[]): string | undefined {
  const all = open.map(({ account, state }) => `${account} ${state}`);
  const counted = [...new Set(all)].map((words) => {
    const times = all.filter((other) => other === words).length;
    return times === 1 ? words : `${words} ${times}`;
  });
  return [...(causes > 0 ? [`causes ${causes}`] : []), ...counted].join(', ') || undefined;
}
