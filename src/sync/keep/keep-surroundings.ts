import { accountNamesFact, type KeptSurroundings, surroundingsFact } from '../../companies/surroundings.js';
import { writeFact } from '../../ground/facts.js';
import type { Rows } from '../../ground/rows.js';

export async function keepSurroundings(rows: Rows, companyId: string, kept: KeptSurroundings): Promise<void> {
  await writeFact(rows, surroundingsFact(companyId), JSON.stringify(kept));
  const ofNoOne = kept.accounts.filter(({ userPath }) => userPath === undefined);
  const names = ofNoOne.map(({ code, name }) => [code, name]);
  await writeFact(rows, accountNamesFact(companyId), JSON.stringify(Object.fromEntries(names)));
}
