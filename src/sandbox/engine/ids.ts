/** Numbers of different companies stand far apart, so that no two records of a sandbox share a URI. */
export const IDS_PER_COMPANY = 1_000_000;

/** Ids of the live service have many digits, and its clients match them with as little as \d{2,}: none that is given here is shorter. */
export const FIRST_ID = 10_001;

/** The first number a company gives to a record of any kind: those of all but the first are long anyway. */
export function firstIdOf(companyNumber: number): number {
  return companyNumber === 0 ? FIRST_ID : companyNumber * IDS_PER_COMPANY + 1;
}
