import type { ImportOptions, ImportStep } from '../../companies/practice-import.js';
import { notHere } from '../../access/refusals.js';
import type { Who } from '../act.js';
import type { ActTools } from '../act-tools.js';
import { companyNameGiven } from './company-name.js';
import { connectLogged } from './connect-company.js';

/** A practice's clients become companies, one step per client; the log line of each is written with its company. */
export function importClients(
  { practiceImport, ...tools }: Pick<ActTools, 'practiceImport' | 'database' | 'log'>,
  clients: Pick<ImportOptions, 'mode' | 'postFrom' | 'listed'>,
  who: Who,
): AsyncGenerator<ImportStep> {
  // It would add companies that are not theirs.
  if (who.companies !== null) throw notHere('such page');
  const listed = clients.listed?.map(({ name, ...client }) => ({
    ...client,
    ...(name !== undefined && { name: companyNameGiven(name, `The name of ${client.subdomain}`) }),
  }));
  return practiceImport.run({
    ...clients,
    listed,
    actor: who.actor,
    alongside: connectLogged(tools, who.trigger),
  });
}
