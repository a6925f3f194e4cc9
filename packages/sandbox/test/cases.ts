/** How many cases a property is tried with: a few dozen at every run, hundreds by `npm test -- --long`. */
export const cases = (few: number, many: number): number => (process.env.TEST_TIER === 'long' ? many : few);
