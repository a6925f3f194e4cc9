import { type KeptSurroundings, surroundingsFact } from '../../companies/surroundings.js';
import { writeFact } from '../../ground/facts.js';
import type { Rows } from '../../ground/rows.js';

export const keepSurroundings = (rows: Rows, companyId: string, kept: KeptSurroundings): Promise<void> =>
  writeFact(rows, surroundingsFact(companyId), JSON.stringify(kept));
