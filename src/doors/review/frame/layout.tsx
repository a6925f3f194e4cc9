import type { ComponentChildren } from 'preact';
import { dayInLondon, timeInLondon } from '../../../ground/london.js';
import type { Principal } from '../../../access/principal.js';
import { dayInWords } from '../../../journal/nouns/dates.js';
import { ActForm, FormToken } from '../kit/act-form.js';
import { assets } from './assets.js';
import type { Page, Section } from './page.js';

const sections: readonly { readonly id: Section; readonly path: string; readonly words: string }[] = [
  { id: 'board', path: '/', words: 'Month' },
  { id: 'clients', path: '/clients', words: 'Clients' },
  { id: 'hmrc-due', path: '/hmrc-due', words: 'HMRC due' },
  { id: 'log', path: '/log', words: 'Log' },
];

const roleWords = { viewer: 'viewer', reviewer: 'reviewer', admin: 'administrator' } as const;

/** htmx would add a style element of its own, which the page's content security policy refuses. */
const htmxConfig = JSON.stringify({ includeIndicatorStyles: false, allowEval: false, selfRequestsOnly: true });

interface LayoutProps {
  readonly page: Pick<Page, 'title' | 'section' | 'find' | 'refreshSeconds'>;
  readonly principal?: Principal;
  readonly flash?: string;
  /** When the page was made: on paper a time of day needs its day. */
  readonly at?: Date;
  readonly children: ComponentChildren;
}

/** The frame of every page: head, navigation, who is signed in, and one sentence about what was just done. */
export function Layout({ page, principal, flash, at, children }: LayoutProps) {
  return (
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="htmx-config" content={htmxConfig} />
        <title>{`${page.title} · Counterfoil`}</title>
        <link rel="icon" href={assets.mark.path} type="image/svg+xml" />
        <link rel="stylesheet" href={assets.style.path} />
        <script src={assets.htmx.path} defer />
        <script src={assets.script.path} defer />
        {page.refreshSeconds === undefined ? null : (
          <noscript>
            <meta http-equiv="refresh" content={String(page.refreshSeconds)} />
          </noscript>
        )}
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <FormToken.Provider value={principal?.csrf}>
          <header class="top">
            <div class="wide">
              {principal === undefined ? (
                <span class="brand">
                  <Brand />
                </span>
              ) : (
                <>
                  <a class="brand" href="/">
                    <Brand />
                  </a>
                  <Navigation page={page} principal={principal} />
                </>
              )}
            </div>
          </header>
          <main id="main" class="wide" tabIndex={-1}>
            {flash === undefined ? null : (
              <p class="flash" role="status">
                {flash}
              </p>
            )}
            {/* First, because at the end it could be alone on a last page. */}
            {at === undefined || principal === undefined ? null : (
              <p class="printonly as-shown">
                As shown on {dayInWords(dayInLondon(at))}, {timeInLondon(at)}, to {principal.name}
              </p>
            )}
            {children}
          </main>
        </FormToken.Provider>
      </body>
    </html>
  );
}

function Brand() {
  return (
    <>
      <img src={assets.mark.path} alt="" width="22" height="22" />
      Counterfoil
    </>
  );
}

const managesPeople = ({ role, companies }: Principal) => role === 'admin' && companies === null;

function Navigation({
  page: { section: current, find },
  principal,
}: Required<Pick<LayoutProps, 'page' | 'principal'>>) {
  return (
    <>
      <nav class="sections" aria-label="Pages">
        {sections.map(({ id, path, words }) => (
          <a key={id} href={path} aria-current={id === current ? 'page' : undefined}>
            {words}
          </a>
        ))}
      </nav>
      <search>
        <form method="get" action="/find">
          <input
            {...{ type: 'search', name: 'q', value: find ?? '', placeholder: 'Find … /', autocomplete: 'off' }}
            aria-label={`Find a client, ${principal.pay ? 'a person, an amount ' : ''}or a month`}
            aria-keyshortcuts="/ Control+K Meta+K"
          />
        </form>
      </search>
      <details class="who">
        <summary>{principal.name}</summary>
        <div class="who-menu">
          <p>
            Signed in as {roleWords[principal.role]}
            {principal.pay ? '' : ', no pay'}
          </p>
          <nav aria-label="Your pages">
            {principal.person === undefined ? null : <a href="/?mine=yes">My work</a>}
            {managesPeople(principal) ? (
              <>
                <a href="/people" aria-current={current === 'people' ? 'page' : undefined}>
                  People
                </a>
                <a href="/people#sessions">Sessions</a>
              </>
            ) : null}
            <a href="/problems">Help</a>
          </nav>
          {principal.csrf === undefined ? null : <ActForm to="/sign-out" act="Sign out" button="quiet" />}
        </div>
      </details>
    </>
  );
}
