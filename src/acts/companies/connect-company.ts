import type { ConnectDetails, GivenTokens } from '../../companies/connect-details.js';
import { beyondReach, type Alongside, type Connected } from '../../companies/connecting.js';
import type { Who } from '../act.js';
import type { ActTools } from '../act-tools.js';
import { type Logging, logged } from '../acting.js';
import { companyLine } from './company-line.js';
import { companyNameGiven } from './company-name.js';

/** With tokens that someone already has. The log line is written in the unit of work that adds the company. */
export async function connectCompany(
  tools: Pick<ActTools, 'connecting' | 'database' | 'log'>,
  details: ConnectDetails,
  { who, tokens }: { readonly who: Who; readonly tokens: GivenTokens },
): Promise<Connected> {
  const named = { ...details, name: companyNameGiven(details.name) };
  return tools.connecting.byTokens(named, tokens, who.actor, connectLogged(tools, who.trigger));
}

/** Where a person goes to authorise. Someone who reaches only some companies can only renew those. */
export async function beginConnecting(
  { authorising }: Pick<ActTools, 'authorising'>,
  details: ConnectDetails,
  { actor, companies }: Pick<Who, 'actor' | 'companies'>,
  sessionHash?: string,
): Promise<{ authorizeUrl: string; expiresAt: Date }> {
  if (details.practice && companies !== null) throw beyondReach();
  const name = companyNameGiven(details.name);
  return authorising.begin({ ...details, name, reach: companies ?? undefined }, actor, sessionHash);
}

/** Acts on the accounting service's answer; the person who began it is the one who connected. */
export async function finishConnecting(
  tools: Pick<ActTools, 'authorising' | 'database' | 'log'>,
  answer: Parameters<ActTools['authorising']['finish']>[0],
): Promise<Connected> {
  return tools.authorising.finish(answer, connectLogged(tools, 'page'));
}

export function connectLogged(tools: Logging, trigger: Who['trigger']): Alongside {
  return async (rows, company, actor) => {
    await logged(tools, rows, { actor, trigger }, companyLine(company, 'connect'));
  };
}
