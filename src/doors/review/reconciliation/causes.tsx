import type { CauseShown } from '../../../controls/show/readings.js';
import { Money } from '../../../journal/nouns/money.js';
import { Figure, Said } from '../frame/marks.js';
import { runPath } from '../frame/paths.js';
import { count } from '../frame/words.js';
import { Section } from '../kit/section.js';

/** What is known, each thing once, with everything it moves. */
export function Causes({ causes, companyId }: { readonly causes: readonly CauseShown[]; readonly companyId: string }) {
  if (causes.length === 0) return null;
  const hasAmounts = causes.some(({ accounts }) => accounts.some(({ amount: sum }) => sum !== undefined));
  return (
    <Section id="causes" heading="Causes">
      {hasAmounts ? (
        <p class="muted">Each amount is what the books have beyond payroll; with a minus, what they lack.</p>
      ) : null}
      <ul class="causes">
        {causes.map((cause) => (
          <li key={`${cause.what} ${cause.run?.datedOn ?? ''}`}>
            <CauseWords cause={cause} companyId={companyId} />
            <CauseAccounts cause={cause} />
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

function CauseAccounts({ cause }: { readonly cause: CauseShown }) {
  const codes = codesOf(cause);
  if (codes.length === 0) return null;
  return (
    <ul class="amounts">
      {codes.flatMap(({ account, places, sum }) =>
        places.length <= peopleMax ? (
          places.map((place) => <PlaceAmount key={place.user} place={place} />)
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
                  <PlaceAmount key={place.user} place={place} />
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

function PlaceAmount({ place: { account, name, amount: sum = '' } }: { readonly place: Places[number] }) {
  return (
    <li>
      <span class="n">
        <Figure is="cause" at={account} of={sum} />
      </span>{' '}
      {account} {name}
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
const manyInWords = (places: Places) =>
  count(places.length, 'part', places.every(({ user }) => user) ? 'people' : 'parts');

/** The accounts whose amounts the viewer may see, by code. */
function codesOf({ accounts }: CauseShown) {
  const seen = accounts.filter((place) => place.amount !== undefined);
  return [...new Set(seen.map(({ account }) => account))].sort().map((account) => {
    const places = seen.filter((place) => place.account === account);
    return { account, places, sum: Money.sum(places.map((place) => Money.parse(place.amount ?? '0'))) };
  });
}
