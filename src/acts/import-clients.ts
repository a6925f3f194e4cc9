import type { ImportOptions, ImportStep } from '../companies/practice-import.js';
import { notHere } from '../access/refusals.js';
import type { Who } from './act.js';
import type { ActTools } from './act-tools.js';
import { connectLogged } from './connect-company.js';

/** A practice's clients become companies, one step a client; the line in the log of each stands with its company. */
export function importClients(
  { practiceImport, log }: Pick<ActTools, 'practiceImport' | 'log'>,
  clients: Pick<ImportOptions, 'mode' | 'postFrom' | 'listed'>,
  who: Who,
): AsyncGenerator<ImportStep> {
  // It would bring companies that are not theirs.
  if (who.companies !== null) throw notHere('such page');
  return practiceImport.run({ ...clients, actor: who.actor, alongside: connectLogged({ log }, who.trigger) });
}
