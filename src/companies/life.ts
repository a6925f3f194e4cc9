/** Only a working company is fetched and posted; one that was left has no keys any more. */
export type Life = 'setup' | 'working' | 'paused' | 'left';
