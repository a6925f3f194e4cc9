/** Each company has a range of numbers of its own, so that no two records of a sandbox share a URI. */
export const IDS_PER_COMPANY = 1_000_000;

/** Ids in the live service have many digits and clients match them with patterns like \d{2,}: ours are never short. */
export const FIRST_ID = 10_001;

/** The first number that a company gives to a record of any kind. Only the first company's needs raising. */
export function firstIdOf(companyNumber: number): number {
  return companyNumber === 0 ? FIRST_ID : companyNumber * IDS_PER_COMPANY + 1;
}
