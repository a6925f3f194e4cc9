import type { ComponentChildren } from 'preact';
import { hasRole, type Principal } from '../../../access/principal.js';
import { needsAPerson } from '../../../record/control-answer.js';
import type { AccountShown, ReadingShown } from '../../../controls/show/readings.js';
import { openWords, payBy } from '../../../record/control-words.js';
import { numberOf } from '../../../views/year/employee-year.js';
import { dayInWords } from '../../../journal/nouns/dates.js';
import { FiguresTable } from '../kit/figures.js';
import { Amount, Parts, Said } from '../frame/marks.js';
import { companyPath, withQuery } from '../frame/paths.js';
import { inPart, partsOf } from '../frame/parts.js';
import { Section } from '../kit/section.js';

export interface OpenOf {
  readonly place: AccountShown;
  readonly part: OpenShown;
}

/** What needs a person first, then what is due, then what a person named. */
export const openOf = ({ accounts }: Pick<ReadingShown, 'accounts'>): readonly OpenOf[] =>
  accounts
    .flatMap((place) => place.open.map((part) => ({ place, part })))
    .toSorted((a, b) => rankOf(a.part) - rankOf(b.part));

/** What a cause holds, each as the open item that it is: a person may name it. */
export const heldOf = ({ causes }: Pick<ReadingShown, 'causes'>): readonly OpenOf[] =>
  causes.flatMap(({ accounts }) =>
    accounts.flatMap(({ account, user, name, id, item, due, amount }) =>
      id === undefined || item === undefined || due === undefined
        ? []
        : [
            {
              place: { account, ...(user !== undefined && { user }), name, open: [] },
              part: { id, item, due, amount, state: 'cannot_tell_yet' as const, hints: [] },
            },
          ],
    ),
  );

const rankOf = (part: OpenShown): number => (needsAPerson(part) ? 0 : part.state === 'due' ? 1 : 2);

interface OpenItemsProps {
  readonly reading: ReadingShown;
  readonly principal: Principal;
  readonly part: number;
}

export function OpenItems({ reading, principal, part }: OpenItemsProps) {
  const open = openOf(reading);
  // A viewer who may not see pay is not told that no one's pay is open.
  if (open.length === 0) return reading.state === 'clear' ? <p>Nothing open needs anyone.</p> : null;
  const mayName = hasRole(principal, 'reviewer');
  const { companyId } = reading;
  return (
    <Section
      id="open"
      heading="Open items"
      count={open.length}
      aside={
        <Parts label="Open items" part={part} parts={partsOf(open)} path={companyPath(companyId, 'reconciliation')} />
      }
    >
      <FiguresTable kind="dense cards even" name={{ labelledBy: 'open-heading' }} headings={openHeadings}>
        {inPart(open, part).map((one) => (
          <OpenRow key={`${one.place.account} ${one.place.user ?? ''} ${one.part.id}`} {...one}>
            {one.part.reason === undefined ? null : <p>{one.part.reason}</p>}
            {one.part.hints.map((hint) => (
              <p key={hint} class="muted">
                <Said>{hint}</Said>
              </p>
            ))}
            {mayName && mayBeNamed(one.part) ? (
              <a href={acceptPath(companyId, { ...one.place, id: one.part.id })} class="noprint">
                Name it
              </a>
            ) : null}
          </OpenRow>
        ))}
      </FiguresTable>
    </Section>
  );
}

export const mayBeNamed = (part: OpenShown): boolean => part.amount !== undefined && needsAPerson(part);

interface NamedAt {
  readonly account: string;
  readonly user?: string;
  readonly id: string;
}

export const acceptPath = (companyId: string, { account, user, id }: NamedAt): string =>
  withQuery(`${companyPath(companyId, 'reconciliation')}/accept`, { account, user, item: id });

export const openHeadings = ['Account', 'Item', 'Due', { n: 'Amount' }, 'State'];

/** As its amount names an open item: account, person if there is one, and item. */
const itemAt = ({ place: { account, user }, part }: OpenOf): string =>
  [account, user && numberOf(user), part.id].filter(Boolean).join(' ');

export function OpenRow({ place, part, children }: OpenOf & { readonly children?: ComponentChildren }) {
  return (
    <tr data-of={itemAt({ place, part })}>
      <th scope="row">
        {place.account} {place.name}
      </th>
      <td class="wordy">{part.item}</td>
      <td class="nowrap" data-label="Due">
        {dayInWords(payBy(part))}
      </td>
      <Amount is="item.open" of={part.amount} label="Amount" />
      <td class="note">
        <OpenState part={part} /> {children}
      </td>
    </tr>
  );
}

type OpenShown = AccountShown['open'][number];

function OpenState({ part }: { readonly part: OpenShown }) {
  const mark = part.state === 'due' ? 'not_ready' : needsAPerson(part) ? 'held' : 'posted';
  return <span class={`state is-${mark}`}>{openWords[part.state]}</span>;
}
