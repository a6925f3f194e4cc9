/** The name of the fact that keeps a company's users and chart as they were last asked for. */
export const surroundingsFact = (companyId: string) => `surroundings:${companyId}`;
