import { hasRole, type Principal } from '../../../access/principal.js';
import { type AskedOne, mayAsk } from '../../../acts/approval/ask-clients.js';
import { momentInWords } from '../../../ground/london.js';
import { monthInWords, shortDay } from '../../../journal/nouns/dates.js';
import { type AskedState, askedStates, type ClientAsked } from '../../../views/company/clients-asked.js';
import { askedWords, mailInWords } from '../../../views/company/clients-asked-words.js';
import { Parts, Said } from '../frame/marks.js';
import { inPart, partsOf } from '../frame/parts.js';
import { boardPath, clientAnswersFilePath, clientAnswersPath, companyPath, runPath } from '../frame/paths.js';
import { count, moment } from '../frame/words.js';
import { ActForm, Choice, FilterForm } from '../kit/act-form.js';
import { FiguresTable } from '../kit/figures.js';
import { PageHeading, Section } from '../kit/section.js';

/** Ticks are sent for one part at a time. */
export const clientsPerPart = 80;

interface Month {
  readonly year: number;
  readonly period: number;
}

interface ClientAnswersProps extends Month {
  readonly all: readonly ClientAsked[];
  /** Only these are listed. */
  readonly state?: AskedState;
  /** From 0. */
  readonly part: number;
  readonly principal: Principal;
  /** There is a mail server. */
  readonly mails: boolean;
  readonly now: Date;
}

/** A month's clients: who was asked, when, and what each answered; asks and reminds those that are ticked. */
export function ClientAnswersPage({ all, state, part, principal, mails, now, ...month }: ClientAnswersProps) {
  const listed = all.filter((one) => state === undefined || one.state === state);
  const parts = partsOf(listed, clientsPerPart);
  const at = Math.min(part, parts - 1);
  const shown = inPart(listed, at, clientsPerPart);
  const mayTick = hasRole(principal, 'reviewer') && principal.pay;
  const [toAsk, toRemind] = [shown.some((one) => mayAsk(one, 'ask')), shown.some((one) => mayAsk(one, 'reminder'))];
  const table = (
    <FiguresTable
      kind="cards"
      sorts
      name={{ labelledBy: 'clients-heading' }}
      headings={[mayTick ? { hidden: 'Ask' } : undefined, 'Client', 'Pay dates', 'Answer', 'Asked', 'Mailed to']}
    >
      {shown.map((one) => (
        <ClientLine key={one.companyId} of={one} now={now} isTicked={mayTick} />
      ))}
    </FiguresTable>
  );
  return (
    <>
      <PageHeading words="Ask the clients" small={monthInWords(month.year, month.period)}>
        <nav class="files" aria-label="Files">
          <a href={boardPath(month)} class="button secondary">
            Back to Month
          </a>
          <a href={clientAnswersFilePath(month, 'csv', state)} class="button secondary">
            CSV
          </a>
        </nav>
      </PageHeading>
      <Section id="clients" heading="Clients" count={listed.length}>
        <FilterForm
          to="/client-answers"
          keeps={{ year: month.year, month: month.period + 1 }}
          act="Show"
          data-submits-itself
        >
          <Choice
            name="state"
            label={<span class="sr-only">Answer</span>}
            options={{ '': `All ${all.length}`, ...statesThatOccur(all) }}
            chosen={state ?? ''}
          />
        </FilterForm>
        {listed.length === 0 ? (
          <p>
            {all.length === 0 ? 'There is nothing for a client to approve in this month so far.' : 'Nothing matches.'}
          </p>
        ) : mayTick ? (
          <ActForm to="/client-answers" sends={{ year: month.year, month: month.period + 1, state }}>
            {table}
            <Buttons toAsk={toAsk} toRemind={toRemind} mails={mails} />
          </ActForm>
        ) : (
          table
        )}
        <Parts label="Clients" part={at} parts={parts} path={clientAnswersPath(month, state)} />
      </Section>
    </>
  );
}

function statesThatOccur(all: readonly ClientAsked[]): Readonly<Record<string, string>> {
  const counted = askedStates.map((one) => [one, all.filter(({ state }) => state === one).length] as const);
  return Object.fromEntries(
    counted.filter(([, times]) => times > 0).map(([one, times]) => [one, `${askedWords[one]} (${times})`]),
  );
}

interface ButtonsProps {
  readonly toAsk: boolean;
  readonly toRemind: boolean;
  readonly mails: boolean;
}

function Buttons({ toAsk, toRemind, mails }: ButtonsProps) {
  if (!toAsk && !toRemind) return <p class="muted">No one here is to be asked or reminded.</p>;
  return (
    <>
      <p class="muted noprint">
        {mails
          ? 'Each is mailed a link, with its name and the month and no amount; who has no address gets a link for you to send.'
          : 'No mail server is set up: you get the links, and send them yourself.'}{' '}
        A reminder has a new link, which ends the one before.
      </p>
      <p class="act-line noprint">
        {toAsk ? (
          <button type="submit" name="kind" value="ask">
            Ask those ticked
          </button>
        ) : null}
        {toRemind ? (
          <button type="submit" name="kind" value="reminder" class={toAsk ? 'secondary' : undefined}>
            Remind those ticked
          </button>
        ) : null}
      </p>
    </>
  );
}

interface ClientLineProps {
  readonly of: ClientAsked;
  readonly now: Date;
  readonly isTicked: boolean;
}

function ClientLine({ of, now, isTicked }: ClientLineProps) {
  const { companyId, company, year, period, runs, isNeeded, state } = of;
  return (
    <tr>
      {isTicked ? (
        <td class="tick-cell">
          {mayAsk(of, 'ask') || mayAsk(of, 'reminder') ? (
            <input
              type="checkbox"
              name="companies"
              value={companyId}
              checked={state === 'not_asked' && isNeeded && of.mail?.state !== 'waiting'}
              aria-label={`Ask ${company}`}
            />
          ) : null}
        </td>
      ) : null}
      <th scope="row">
        <a href={companyPath(companyId)}>{company}</a>
        {isNeeded ? <span class="muted"> needed before posting</span> : null}
      </th>
      <td class="wordy" data-label="Pay dates">
        {runs.map(({ datedOn, tag }, index) => (
          <>
            {index > 0 ? ', ' : ''}
            <a key={tag} href={`${runPath({ companyId, year, period, datedOn, tag })}#client`}>
              {shortDay(datedOn)}
            </a>
          </>
        ))}
      </td>
      <td class="wordy" data-label="Answer">
        <span class={`state is-${looks[state]}`}>{askedWords[state]}</span>
        {of.words === undefined ? null : (
          <>
            {' '}
            “<Said>{of.words}</Said>”
          </>
        )}
        {of.by === undefined || of.at === undefined ? null : (
          <span class="muted">
            {' '}
            {of.by}, {moment(of.at, now)}
          </span>
        )}
      </td>
      <td class="wordy" data-label="Asked">
        {of.askedAt === undefined ? null : (
          <>
            {moment(of.askedAt, now)} by {of.askedBy}
            {state === 'no_answer' && of.expiresAt ? (
              <span class="muted"> · opens until {moment(of.expiresAt, now)}</span>
            ) : null}
          </>
        )}
        {of.remindedAt === undefined ? null : <span class="muted"> · reminded {moment(of.remindedAt, now)}</span>}
      </td>
      <td class="wordy" data-label="Mailed to">
        <Address of={of} isTicked={isTicked} />
        {of.mail === undefined ? null : (
          <span class="muted">
            {' '}
            {mailInWords(of.mail)}, {moment(of.mail.at, now)}
          </span>
        )}
      </td>
    </tr>
  );
}

function Address({ of, isTicked }: Pick<ClientLineProps, 'of' | 'isTicked'>) {
  if (of.address !== undefined) return <Said>{of.address}</Said>;
  if (!isTicked) return null;
  return <a href={`${companyPath(of.companyId, 'settings')}#setting-clientEmail`}>no address</a>;
}

/** How a state looks: as the state of a run that asks as much of a person. */
const looks: Readonly<Record<AskedState, string>> = {
  not_asked: 'not_ready',
  no_answer: 'not_ready',
  asks: 'held',
  approved: 'posted',
  void: 'changed',
  ended: 'not_ready',
};

interface AskedProps extends Month {
  readonly made: readonly AskedOne[];
  readonly mails: boolean;
  readonly back: string;
  /** Of those that are not here. */
  readonly said: string;
}

/** The links are shown once, because they are not stored. */
export function AskedPage({ made, mails, back, said, ...month }: AskedProps) {
  const links = made.filter(({ is }) => is === 'link');
  const why = mails ? `${count(links.length, 'client')} without an address` : 'no mail server is set up';
  return (
    <>
      <PageHeading words="Links to send" small={monthInWords(month.year, month.period)}>
        <a href={back} class="button secondary">
          All answers
        </a>
      </PageHeading>
      {said === '' ? null : <p>{said}</p>}
      <Section id="links" heading="Links" count={links.length}>
        <p>
          None of these was mailed: {why}. Send each to its client: anyone who opens it sees the payments of that month,
          and can approve them or ask a question. They are shown only once.
        </p>
        <FiguresTable kind="cards" name={{ labelledBy: 'links-heading' }} headings={['Client', 'Link', 'Opens until']}>
          {links.map(({ companyId, company, url = '', expiresAt }) => (
            <tr key={companyId}>
              <th scope="row">{company}</th>
              <td class="wordy" data-label="Link">
                <code>{url}</code>
              </td>
              <td data-label="Opens until">{expiresAt === undefined ? '' : momentInWords(expiresAt)}</td>
            </tr>
          ))}
        </FiguresTable>
      </Section>
    </>
  );
}
