import { clientInWords } from '../../../views/company/client-answers.js';
import { moment } from '../frame/words.js';
import type { RunPageProps } from './run-props.js';

/** What the client said about the month, in their own words: a question is never shown as an approval. */
export function RunClient({ view, now }: RunPageProps) {
  const { client } = view;
  if (client === undefined) return null;
  const { says, askedBy, askedAt, expiresAt, by, at } = client;
  const asked = `asked by ${askedBy}, ${moment(askedAt, now)}`;
  const answered = by === undefined || at === undefined ? [] : [`${by}, ${moment(at, now)}`];
  const expired = says === 'silent' && expiresAt <= now ? ['the link has expired'] : [];
  const isOpen = says !== 'approved' && !client.void;
  return (
    <section id="client" class="client-says" aria-label="The client">
      <p>
        <strong>{clientInWords(client)}</strong>{' '}
        <span class="muted">{[...answered, asked, ...expired].join(' · ')}</span>
      </p>
      {client.void ? <p>The figures have changed since, so it no longer counts.</p> : null}
      {isOpen && says === 'asks' ? (
        <p>Answer the client, then send another link: it stays under Needs you until you do.</p>
      ) : null}
      {isOpen && says === 'silent' ? (
        <p>It stays under Needs you until they answer, or the month is signed off.</p>
      ) : null}
    </section>
  );
}
