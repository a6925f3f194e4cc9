/** The employment allowance that one employer may claim in the tax year that ends in `year`, in pence. */
export function allowanceOfYear(year: number): bigint {
  return year >= 2026 ? 1_050_000n : 500_000n;
}
