/** Only a working company is fetched and posted; a company that was left has no keys any more. */
export const lives = ['setup', 'working', 'paused', 'left'] as const;
export type Life = (typeof lives)[number];
