/** Only a working company is fetched and posted; a company that was left has no keys any more. */
export type Life = 'setup' | 'working' | 'paused' | 'left';
