import type { CauseShown } from '../../../controls/show/readings.js';
import { Money } from '../../../journal/nouns/money.js';
import { Figure, Said } from '../frame/marks.js';
import { runPath } from '../frame/paths.js';
import { count } from '../frame/words.js';
import { Section } from '../kit/section.js';
import { acceptPath } from './open-items.js';

/** What is known, each thing once, with everything it moves. */
interface CausesProps {
  readonly causes: readonly CauseShown[];
  readonly companyId: string;
  /** The viewer may name what a cause holds. */
  readonly mayName: boolean;
}

export function Causes({ causes, companyId, mayName }: CausesProps) {
  if (causes.length === 0) return null;
  const hasAmounts = causes.some(({ accounts }) => accounts.some(({ id, amount: sum }) => !id && sum !== undefined));
  return (
    <Section id="causes" heading="Causes">
      {hasAmounts ? (
        <p class="muted">Each amount is what the books have beyond payroll; with a minus, what they lack.</p>
      ) : null}
      <ul class="causes">
        {causes.map((cause) => (
          <li key={`${cause.what} ${cause.run?.datedOn ?? ''}`}>
            <CauseWords cause={cause} companyId={companyId} />
            <CauseAccounts cause={cause} naming={mayName ? companyId : undefined} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function CauseWords({ cause, companyId }: { readonly cause: CauseShown; readonly companyId: string }) {
  const { what, todo, run } = cause;
  return (
    <>
      {run === undefined ? (
        <strong>
          <Said>{what}</Said>
        </strong>
      ) : (
        <a href={runPath({ companyId, ...run, fromSource: run.fromSource })}>
          <Said>{what}</Said>
        </a>
      )}{' '}
      <p>
        <Said>{todo}</Said>
      </p>
    </>
  );
}

/** More people than this are folded: a pay run of forty people is forty accounts. */
const peopleMax = 3;
/** The pay run has them all. */
const listedMax = 20;

function CauseAccounts({ cause, naming }: { readonly cause: CauseShown; readonly naming?: string }) {
  const codes = codesOf(cause);
  if (codes.length === 0) return null;
  return (
    <ul class="amounts">
      {codes.flatMap(({ account, places, sum }) =>
        places.length <= peopleMax ? (
          places.map((place) => <PlaceAmount key={`${place.user} ${place.id}`} {...{ place, naming }} />)
        ) : (
          <li key={account}>
            <details class="prints">
              <summary>
                <span class="n">
                  <Figure is="cause" at={account} of={sum} />
                </span>{' '}
                {account}, {manyInWords(places)}
              </summary>
              <ul class="amounts">
                {places.slice(0, listedMax).map((place) => (
                  <PlaceAmount key={`${place.user} ${place.id}`} {...{ place, naming }} />
                ))}
                {places.length > listedMax ? <li>and {places.length - listedMax} more</li> : null}
              </ul>
            </details>
          </li>
        ),
      )}
    </ul>
  );
}

interface PlaceAmountProps {
  readonly place: Places[number];
  /** The company, where the viewer may name it. */
  readonly naming?: string;
}

function PlaceAmount({ place, naming }: PlaceAmountProps) {
  const { account, name, id, item, amount: sum = '' } = place;
  return (
    <li>
      <span class="n">
        <Figure is="cause" at={account} of={sum} />
      </span>{' '}
      {account} {name}
      {item === undefined ? '' : `: ${item} `}
      {naming === undefined || id === undefined ? null : (
        <a href={acceptPath(naming, { ...place, id })} class="noprint">
          Name it
        </a>
      )}
    </li>
  );
}

/** In one line: the list of all clients stays short. */
export function CauseSums({ cause }: { readonly cause: CauseShown }) {
  const codes = codesOf(cause);
  return (
    <>
      {codes.map(({ account, places, sum }, index) => (
        <>
          <span class="nowrap">
            <Figure is="cause" at={account} of={sum} /> on {account}{' '}
            {places.length === 1 ? places[0]?.name : `(${manyInWords(places)})`}
            {index === codes.length - 1 ? '' : ','}
          </span>{' '}
        </>
      ))}
    </>
  );
}

type Places = CauseShown['accounts'];

/** Some of what is on an account may be in no one's name. */
function manyInWords(places: Places): string {
  if (places.some(({ id }) => id !== undefined)) return count(places.length, 'payment');
  return count(places.length, 'part', places.every(({ user }) => user) ? 'people' : 'parts');
}

/** The accounts whose amounts the viewer may see, by code. */
function codesOf({ accounts }: CauseShown) {
  const seen = accounts.filter((place) => place.amount !== undefined);
  return [...new Set(seen.map(({ account }) => account))].sort().map((account) => {
    const places = seen.filter((place) => place.account === account);
    return { account, places, sum: Money.sum(places.map((place) => Money.parse(place.amount ?? '0'))) };
  });
}
