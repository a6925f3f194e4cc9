import { paidInWords } from '../../../journal/nouns/pay-key.js';
import type { Principal } from '../../../access/principal.js';
import { monthInWords, taxYearInWords } from '../../../journal/nouns/dates.js';
import type { Found, PersonFound } from '../../../views/find/finder.js';
import type { RunRow } from '../../../views/lists/run-row.js';
import { FiguresTable } from '../kit/figures.js';
import { Amount } from '../frame/marks.js';
import { accountPath, clientMonthPath, companyPath, employeePath, runPath } from '../frame/paths.js';
import type { PageNamed } from './pages-named.js';
import { PageHeading, Section } from '../kit/section.js';

interface FindProps {
  readonly typed?: string;
  readonly found?: Found;
  readonly pages: readonly PageNamed[];
  readonly principal: Pick<Principal, 'pay'>;
}

/** Among clients and what is theirs. */
export const isNothing = ({ clients, months, accounts, people, runs }: Partial<Found> = {}): boolean =>
  [clients, months, accounts, people, runs].every((kind) => kind === undefined || kind.length === 0);

export function FindPage({ typed, found, pages, principal }: FindProps) {
  const { clients = [], months = [], accounts = [], people = [], runs = [] } = found ?? {};
  const isEmpty = isNothing(found) && pages.length === 0;
  return (
    <>
      <PageHeading
        words={
          <>
            Find
            {typed === undefined ? null : <small data-is="said">“{typed}”</small>}
          </>
        }
      />
      {typed === undefined || !isEmpty ? null : <p>Nothing was found among what you may see.</p>}
      <Links id="pages-found" heading="Pages" links={pages} />
      <Links
        id="clients-found"
        heading="Clients"
        links={clients.map(({ id, name }) => ({ href: companyPath(id), words: name }))}
      />
      <Links
        id="months-found"
        heading="Months"
        links={months.map(({ client, month }) => ({
          href: clientMonthPath(client.id, month),
          words: `${client.name}, ${monthInWords(month.year, month.period)}`,
        }))}
      />
      <Links
        id="accounts-found"
        heading="Accounts"
        links={accounts.map(({ client, account, month }) => ({
          href: accountPath(client.id, account),
          words: `${account} of ${client.name}${month === undefined ? '' : `, ${monthInWords(month.year, month.period)}`}`,
        }))}
      />
      <People of={people} />
      <Runs of={runs} />
      {found?.isCut ? <p class="muted">There is more: type more of the name, or the pence of the amount.</p> : null}
      {isEmpty ? <WhatCanBeTyped principal={principal} /> : null}
      {found === undefined || !principal.pay ? null : (
        <p class="muted">People and amounts are looked for in pay runs since {taxYearInWords(found.since)}.</p>
      )}
    </>
  );
}

interface LinksProps {
  readonly id: string;
  readonly heading: string;
  readonly links: readonly { readonly href: string; readonly words: string }[];
}

function Links({ id, heading, links }: LinksProps) {
  if (links.length === 0) return null;
  return (
    <Section id={id} heading={heading}>
      <ul class="found">
        {links.map(({ href, words }) => (
          <li key={href}>
            <a href={href}>{words}</a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function People({ of }: { readonly of: readonly PersonFound[] }) {
  if (of.length === 0) return null;
  return (
    <Section id="people-found" heading="People">
      <FiguresTable
        kind="cards"
        is="person"
        name={{ labelledBy: 'people-found-heading' }}
        headings={['Person', 'Client', 'Paid', { n: 'Gross' }, { n: 'Net' }]}
      >
        {of.map(({ user, name, run, paid }) => (
          <tr key={`${run.companyId} ${user}`} data-of={`${user} ${run.tag}`}>
            <th scope="row">
              <a href={employeePath({ ...run, user })}>{name}</a>
            </th>
            <td data-label="Client">{run.company}</td>
            <td data-label="Paid">{paidInWords(run)}</td>
            <Amount of={paid.gross} label="Gross" />
            <Amount of={paid.net} label="Net" />
          </tr>
        ))}
      </FiguresTable>
    </Section>
  );
}

function Runs({ of }: { readonly of: readonly RunRow[] }) {
  if (of.length === 0) return null;
  return (
    <Section id="runs-found" heading="Pay runs">
      <FiguresTable
        kind="cards"
        is="run"
        name={{ labelledBy: 'runs-found-heading' }}
        headings={['Client', 'Paid', { n: 'Gross' }, { n: 'Net' }, { n: 'HMRC' }]}
      >
        {of.map((run) => (
          <tr key={`${run.companyId} ${run.tag}`} data-of={run.tag}>
            <th scope="row">
              <a href={runPath(run)}>{run.company}</a>
            </th>
            <td data-label="Paid">{paidInWords(run)}</td>
            <Amount of={run.totals?.gross} label="Gross" />
            <Amount of={run.totals?.net} label="Net" />
            <Amount of={run.totals?.taxAuthority} label="HMRC" />
          </tr>
        ))}
      </FiguresTable>
    </Section>
  );
}

function WhatCanBeTyped({ principal }: Pick<FindProps, 'principal'>) {
  return (
    <Section id="what-can-be-typed" heading="What can be typed">
      <dl class="facts" data-is="said">
        <dt>A client</dt>
        <dd>its name, or a part of it; or its subdomain</dd>
        {principal.pay ? (
          <>
            <dt>A person</dt>
            <dd>their name as on the payslip, or a part of it</dd>
            <dt>An amount</dt>
            <dd>£1,693.64 or 1693.64: the gross, net or HMRC total of a pay run, or one person’s gross or net</dd>
          </>
        ) : null}
        <dt>A month</dt>
        <dd>
          October, October 2025, oct-2025, or a pay date such as 31/10/2025; with a client’s name, that client’s: marsh
          oct
        </dd>
        <dt>An account</dt>
        <dd>
          814: the clients that have it this tax year; with a client’s name, that client’s: marsh 814; with a month too:
          marsh oct 814
        </dd>
        <dt>A page</dt>
        <dd>its name, or what is done there: hmrc, sign off; with a month, that month’s: sign off oct</dd>
      </dl>
    </Section>
  );
}
