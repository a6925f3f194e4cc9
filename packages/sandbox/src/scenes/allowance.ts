/** The most that one employer may claim of the employment allowance, in pence, by the year its tax year ends in. */
const maximums = [
  { fromYear: 2026, pence: 1_050_000n },
  { fromYear: 2023, pence: 500_000n },
  { fromYear: 2021, pence: 400_000n },
  { fromYear: 2017, pence: 300_000n },
  { fromYear: 0, pence: 200_000n },
];

export function allowanceOfYear(year: number): bigint {
  return maximums.find((row) => row.fromYear <= year)?.pence ?? 0n;
}
