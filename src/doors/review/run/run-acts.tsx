import { shortDay } from '../../../journal/nouns/dates.js';
import { payDateIn } from '../../../journal/nouns/identity.js';
import type { Money } from '../../../journal/nouns/money.js';
import { hasRole } from '../../../access/principal.js';
import { whyNot } from '../../../acts/runs/why-not.js';
import type { RunView } from '../../../views/run/run-view.js';
import { DateField } from '../kit/date-box.js';
import { Figure } from '../frame/marks.js';
import { runPath } from '../frame/paths.js';
import { ActForm, ReasonBox } from '../kit/act-form.js';
import type { Reviewed, RunPageProps } from './run-props.js';
import { inSentence } from '../../../views/words/words.js';

interface Offer {
  readonly act: 'post' | 'amend' | 'reverse' | 'rerun' | 'ignore' | 'sign-off';
  readonly words: string;
  /** What it posts. */
  readonly gross?: Money;
  /** Takes it back. */
  readonly withdraw?: true;
}

const rerun: Offer = { act: 'rerun', words: 'Read payroll again' };
const ignore: Offer = { act: 'ignore', words: 'Ignore this pay run' };
const reverse: Offer = { act: 'reverse', words: 'Reverse' };

/** What a reviewer may do now: the likely act as a button, the others folded away. */
export function RunActs({ view, principal, typed, anotherPerson = {}, broughtBy = [] }: RunPageProps) {
  if (!hasRole(principal, 'reviewer')) return null;
  const offers = offersFor(view);
  const isTheirs = ({ act, withdraw }: Offer) => withdraw || anotherPerson[act as Reviewed] === undefined;
  const likely = offers.likely.filter(isTheirs);
  const others = offers.others.filter(isTheirs);
  const leftOut = offers.likely.filter((offer) => !isTheirs(offer));
  const path = runPath(view.row);
  return (
    <section id="acts" class="noprint" aria-label="Acts" data-of={view.row.tag}>
      {broughtBy.length === 0 ? null : (
        <p class="muted">Payroll brought by {broughtBy.join(', ')}: someone else posts it.</p>
      )}
      {leftOut.map(({ act, words }) => (
        <p key={act} class="muted">
          {words}: {anotherPerson[act as Reviewed]}
        </p>
      ))}
      {likely.length === 0 ? null : (
        <ActForm to={`${path}/${likely[0]?.act}`} class="act-line" sends={{ fingerprint: view.row.fingerprint ?? '' }}>
          <ReasonBox typed={typed} />
          {likely.map((offer, index) => (
            <Act key={offer.act} offer={offer} path={path} quiet={index > 0} />
          ))}
        </ActForm>
      )}
      {others.length === 0 ? null : (
        <details class="more-acts" open={likely.length === 0 && view.row.state !== 'held'}>
          <summary>More: {others.map((offer) => inSentence(offer.words)).join(' · ')}</summary>
          <ActForm to={`${path}/rerun`} class="act-line" sends={{ fingerprint: view.row.fingerprint ?? '' }}>
            <ReasonBox typed={typed} />
            {others.some((offer) => offer.act === 'reverse') ? (
              <DateField label="Date of the reversal" class="on" name="on" value={typed.on} />
            ) : null}
            {others.map((offer) => (
              <Act key={offer.act} offer={offer} path={path} quiet />
            ))}
          </ActForm>
        </details>
      )}
    </section>
  );
}

function Act({ offer, path, quiet }: { readonly offer: Offer; readonly path: string; readonly quiet: boolean }) {
  const style = offer.act === 'ignore' || offer.act === 'reverse' ? 'danger' : quiet ? 'secondary' : undefined;
  return (
    <button
      type="submit"
      formAction={`${path}/${offer.act}`}
      class={style}
      {...(offer.withdraw && { name: 'withdraw', value: 'yes' })}
    >
      <Offered {...offer} />
    </button>
  );
}

export function Offered({ words, gross }: Pick<Offer, 'words' | 'gross'>) {
  if (gross === undefined) return <>{words}</>;
  return (
    <span>
      {words}, gross <Figure is="run.gross" of={gross} pounds />
    </span>
  );
}

/** The likely act, for the bar that stays in sight. */
export const likelyAct = (view: RunView): Pick<Offer, 'words' | 'gross'> | undefined => offersFor(view).likely[0];

/** Only what the act itself would not refuse. */
function offersFor(view: RunView): { likely: readonly Offer[]; others: readonly Offer[] } {
  const { likely, others } = offersIn(view);
  const now = { ...view.row, plan: view.plan };
  const isAllowed = ({ act }: Offer) => !(act in whyNot) || whyNot[act as keyof typeof whyNot](now) === undefined;
  return { likely: likely.filter(isAllowed), others: others.filter(isAllowed) };
}

function offersIn({ row, plan }: RunView): { likely: readonly Offer[]; others: readonly Offer[] } {
  switch (row.state) {
    case 'ready':
      return { likely: [{ act: 'post', words: 'Post', gross: row.totals?.gross }], others: [rerun, ignore] };
    case 'held':
      return { likely: [], others: [rerun, ignore] };
    case 'posted': {
      const signOff: Offer = { act: 'sign-off', words: 'Sign off' };
      const withdraw: Offer = { act: 'sign-off', withdraw: true, words: 'Withdraw the sign-off' };
      return row.signedOffBy === undefined
        ? { likely: [signOff], others: [reverse, rerun] }
        : { likely: [], others: [withdraw, reverse, rerun] };
    }
    case 'changed':
      return {
        likely: plan?.kind === 'changed' ? changedOffers(plan) : [],
        others: [reverse, rerun, ignore],
      };
    case 'drift':
      return {
        likely: plan?.kind === 'drift' ? driftOffers(plan) : [],
        others: [reverse, rerun, ignore],
      };
    case 'refused':
      if (plan?.kind === 'refused' && (plan.checked || plan.asked)) return { likely: [], others: [rerun, ignore] };
      return { likely: [{ act: 'post', words: 'Try again' }], others: [rerun, ignore] };
    case 'in_doubt':
      return { likely: [], others: [{ act: 'rerun', words: 'Look now' }] };
    default:
      return { likely: [], others: row.state === 'ignored' ? [] : [rerun, ignore] };
  }
}

function changedOffers(plan: Extract<RunView['plan'], { kind: 'changed' }>): readonly Offer[] {
  if (plan.redateTo !== undefined) return [{ act: 'amend', words: `Re-date to ${shortDay(payDateIn(plan.redateTo))}` }];
  if (plan.mayPost) return [{ act: 'post', words: 'Post it anyway' }];
  return plan.why === 'amount' ? [{ act: 'amend', words: 'Amend the journal' }] : [];
}

function driftOffers(plan: Extract<RunView['plan'], { kind: 'drift' }>): readonly Offer[] {
  if (plan.what === 'edited') return [{ act: 'amend', words: 'Restore what payroll has' }];
  if (plan.what === 'missing')
    return [{ act: 'post', words: plan.left === 'journal' ? 'Keep what is left' : 'Post it again' }];
  return [{ act: 'amend', words: plan.late ? 'Remove the one that was refused' : 'Remove the later one' }];
}
