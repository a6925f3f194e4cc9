import type { ComponentChildren } from 'preact';
import type { Principal } from '../../../access/principal.js';
import type { Company } from '../../../companies/company.js';
import { comesAsFiles } from '../../../journal/policy/moves.js';
import { type ClientTab, clientTabs, companyPath } from './paths.js';

const tabWords: Readonly<Record<ClientTab, string>> = {
  runs: 'Runs',
  'payroll-in': 'Payroll in',
  reconciliation: 'Reconciliation',
  audit: 'Audit',
  'tax-year': 'Tax year',
  people: 'People paid',
  settings: 'Settings',
  connection: 'Connection',
};

const lives = {
  setup: ['ready', 'Being set up'],
  working: ['posted', 'Working'],
  paused: ['held', 'Paused'],
  left: ['ignored', 'Left'],
} as const;

interface ClientHeadProps {
  readonly company: Pick<Company, 'id' | 'name' | 'life' | 'problem' | 'policy'>;
  readonly principal: Principal;
  readonly tab: ClientTab;
  /** What this page shows, below the tab's own page. */
  readonly below?: ComponentChildren;
  /** When it was read, or which year it shows. */
  readonly words?: ComponentChildren;
  /** Offered at the right: files, other years, an act. */
  readonly children?: ComponentChildren;
}

/** The head of every page of one client: its name, its life, and its tabs. */
export function ClientHead({ company, principal, tab, below, words, children }: ClientHeadProps) {
  const [mark, life] =
    company.life === 'working' && company.problem ? (['refused', 'Not synced'] as const) : lives[company.life];
  return (
    <>
      <header class="page-heading">
        <div>
          <p class="crumbs">
            <a href="/clients">Clients</a> ›
          </p>
          <h1>
            {company.name} <span class={`state is-${mark}`}>{life}</span>
            <small class="printonly"> {tabWords[tab]}</small>
            {below === undefined && words === undefined ? null : (
              <small>
                {below}
                {below !== undefined && words !== undefined ? ', ' : ''}
                {words}
              </small>
            )}
          </h1>
        </div>
        {children === undefined ? null : <div class="files">{children}</div>}
      </header>
      <nav class="tabs" aria-label="The client’s pages">
        {clientTabs
          .filter((one) => one !== 'people' || principal.pay)
          .filter((one) => one !== 'payroll-in' || comesAsFiles(company.policy))
          .map((one) => (
            <a
              key={one}
              href={companyPath(company.id, one)}
              aria-current={one !== tab ? undefined : below === undefined ? 'page' : 'true'}
            >
              {tabWords[one]}
            </a>
          ))}
      </nav>
    </>
  );
}
