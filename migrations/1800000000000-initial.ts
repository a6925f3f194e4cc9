import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The whole schema, for SQLite and PostgreSQL. Only these differ: on SQLite times are ISO text, a growing key is
 * AUTOINCREMENT, and triggers have their own dialect. Money is pence in a bigint. JSON is text, because it is read as a
 * whole.
 */
export class Initial1800000000000 implements MigrationInterface {
  readonly name = 'Initial1800000000000';

  async up(runner: QueryRunner): Promise<void> {
    const isPostgres = runner.connection.options.type === 'postgres';
    const guards = isPostgres ? onPostgres : onSqlite;
    for (const statement of [...tables(isPostgres), ...indexes, ...guards]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    const made = tables(false).flatMap((statement) => /CREATE TABLE (\w+)/.exec(statement)?.[1] ?? []);
    for (const table of made.reverse()) await runner.query(`DROP TABLE ${table}`);
    if (runner.connection.options.type !== 'postgres') return;
    for (const name of ['refuse_log_change', 'keep_log_head', 'refuse_log_head_change', 'refuse_note_change'])
      await runner.query(`DROP FUNCTION ${name}`);
  }
}

function tables(isPostgres: boolean): readonly string[] {
  const time = isPostgres ? 'timestamptz' : 'text';
  const growingKey = isPostgres ? 'bigserial PRIMARY KEY' : 'integer PRIMARY KEY AUTOINCREMENT';
  const ofCompany = 'company_id text NOT NULL REFERENCES companies (id)';
  return [
    // Who may
    `CREATE TABLE people (
      id text PRIMARY KEY, name text NOT NULL UNIQUE, email text UNIQUE, login text UNIQUE, issuer text, subject text,
      role text NOT NULL, pay boolean NOT NULL, companies text, digest text NOT NULL DEFAULT 'never',
      active boolean NOT NULL, salt text, created_at ${time} NOT NULL)`,
    `CREATE TABLE person_names (
      name text PRIMARY KEY, person_id text NOT NULL REFERENCES people (id), salt text)`,
    `CREATE TABLE api_tokens (
      id text PRIMARY KEY, person_id text REFERENCES people (id), name text NOT NULL,
      role text NOT NULL, pay boolean NOT NULL, companies text,
      hash text NOT NULL UNIQUE, created_at ${time} NOT NULL, last_used_at ${time}, revoked_at ${time})`,
    `CREATE TABLE sessions (
      id_hash text PRIMARY KEY, person_id text REFERENCES people (id), token_id text REFERENCES api_tokens (id),
      csrf text NOT NULL, id_token text, seen_at ${time}, created_at ${time} NOT NULL, expires_at ${time} NOT NULL)`,
    `CREATE TABLE sign_in_links (
      code_hash text PRIMARY KEY, person_id text REFERENCES people (id), mailed boolean NOT NULL DEFAULT FALSE,
      created_at ${time} NOT NULL, expires_at ${time} NOT NULL, used_at ${time})`,
    `CREATE TABLE sign_ins_begun (
      state_hash text PRIMARY KEY, browser_hash text NOT NULL, nonce text NOT NULL, verifier text NOT NULL,
      session_hash text REFERENCES sessions (id_hash) ON DELETE CASCADE, expires_at ${time} NOT NULL)`,
    `CREATE TABLE failed_attempts (scope text PRIMARY KEY, counted integer NOT NULL, since ${time} NOT NULL)`,

    // Whose books
    `CREATE TABLE connections (
      id text PRIMARY KEY, kind text NOT NULL, name text NOT NULL, origin text NOT NULL, practice text, state text NOT NULL,
      access_token text, refresh_token text, access_expires_at ${time},
      refreshing_by text, refreshing_until ${time}, problem text,
      approval text NOT NULL DEFAULT 'one', decided integer NOT NULL DEFAULT 0,
      created_at ${time} NOT NULL, updated_at ${time} NOT NULL)`,
    `CREATE TABLE connection_requests (
      state_hash text PRIMARY KEY, verifier text NOT NULL, details text NOT NULL, actor text NOT NULL,
      session_hash text REFERENCES sessions (id_hash) ON DELETE CASCADE,
      created_at ${time} NOT NULL, expires_at ${time} NOT NULL)`,
    `CREATE TABLE companies (
      id text PRIMARY KEY, connection_id text NOT NULL REFERENCES connections (id),
      name text NOT NULL UNIQUE, subdomain text, books_id text NOT NULL UNIQUE, books_name text, prefix text NOT NULL,
      life text NOT NULL, start_date text, accounting_year_end text, type text,
      policy_version integer NOT NULL, decided integer NOT NULL DEFAULT 0, problem text,
      last_synced_at ${time}, last_verified_at ${time}, verify_findings text,
      created_at ${time} NOT NULL, left_at ${time})`,
    `CREATE TABLE policies (
      ${ofCompany}, version integer NOT NULL, policy text NOT NULL,
      actor text NOT NULL, reason text NOT NULL, created_at ${time} NOT NULL, PRIMARY KEY (company_id, version))`,
    `CREATE TABLE quotas (
      scope text PRIMARY KEY, minute_from ${time} NOT NULL, minute_used integer NOT NULL,
      hour_from ${time} NOT NULL, hour_used integer NOT NULL, closed_at ${time}, closed_until ${time})`,

    // What was read, posted and decided
    `CREATE TABLE book_leases (
      company_id text PRIMARY KEY, holder text NOT NULL, until ${time} NOT NULL, fence bigint NOT NULL)`,
    `CREATE TABLE tax_years (
      ${ofCompany}, year integer NOT NULL,
      adopted_at ${time}, listed_at ${time}, full_read_at ${time}, payments text, PRIMARY KEY (company_id, year))`,
    `CREATE TABLE payroll_files (
      id text PRIMARY KEY, ${ofCompany}, kind text NOT NULL, year integer NOT NULL, name text NOT NULL,
      hash text NOT NULL, bytes integer NOT NULL, taken text NOT NULL, actor text NOT NULL,
      received_at ${time} NOT NULL, withdrawn_at ${time})`,
    `CREATE TABLE pay_periods (
      ${ofCompany}, year integer NOT NULL, period integer NOT NULL,
      dated_on text NOT NULL, status text NOT NULL, service_updated_at text, content_hash text, document text,
      allowance bigint NOT NULL, cis bigint NOT NULL,
      employer_ni_directors bigint NOT NULL, employer_ni_employees bigint NOT NULL,
      j814 bigint NOT NULL, owed_elsewhere bigint NOT NULL,
      read_at ${time}, read_twice boolean NOT NULL, gone_at ${time}, PRIMARY KEY (company_id, year, period))`,
    `CREATE TABLE pay_runs (
      ${ofCompany}, tag text NOT NULL, year integer NOT NULL, period integer NOT NULL,
      kind text NOT NULL, number integer, run_tag text, entered text, note text, due_on text, in_payment boolean,
      entered_by text,
      dated_on text NOT NULL, state text NOT NULL, reason text,
      payslips integer NOT NULL, gross bigint NOT NULL, net bigint NOT NULL, tax_authority bigint NOT NULL,
      pension bigint NOT NULL, other bigint NOT NULL, paye_ni bigint NOT NULL, owed_elsewhere bigint NOT NULL,
      fingerprint text, mapped text, hold_codes text NOT NULL, warning_codes text NOT NULL, plan text, judged text,
      policy_version integer NOT NULL, roles text NOT NULL,
      journal_set text, posted_on text, posted_at ${time}, origin text,
      signed_off_by text, signed_off_at ${time}, signed_off_fingerprint text,
      gone boolean NOT NULL, first_seen_at ${time} NOT NULL, updated_at ${time} NOT NULL,
      PRIMARY KEY (company_id, tag))`,
    `CREATE TABLE postings (
      id text PRIMARY KEY, ${ofCompany}, run_tag text NOT NULL, tag text NOT NULL,
      kind text NOT NULL, generation integer NOT NULL, state text NOT NULL, origin text NOT NULL,
      journal_set text NOT NULL, dated_on text NOT NULL, description text NOT NULL, lines text NOT NULL,
      fingerprint text NOT NULL, document_hash text, policy_version integer NOT NULL, roles text NOT NULL, write_id text,
      post_again boolean NOT NULL, read_at ${time} NOT NULL, finding text,
      created_at ${time} NOT NULL, ended_at ${time},
      UNIQUE (company_id, tag, journal_set))`,
    `CREATE TABLE writes (
      id text PRIMARY KEY, ${ofCompany}, run_tag text NOT NULL, tag text NOT NULL,
      kind text NOT NULL, state text NOT NULL, target text NOT NULL, target_fingerprint text NOT NULL,
      before text, before_fingerprint text, document_hash text, set_url text, dated_on text NOT NULL,
      send_by ${time} NOT NULL, holder text NOT NULL, fence bigint NOT NULL, attempts integer NOT NULL,
      waited_ms integer NOT NULL, looked_at ${time}, looked_at_service ${time}, look_again_at ${time}, answer text,
      decision_id text, post_again boolean NOT NULL, sync_id text, actor text NOT NULL, trigger text NOT NULL,
      policy_version integer NOT NULL, roles text NOT NULL, created_at ${time} NOT NULL, settled_at ${time})`,
    `CREATE TABLE decisions (
      id text PRIMARY KEY, company_id text, connection_id text, scope text NOT NULL, kind text NOT NULL,
      tag text, field text, user_path text, treatment text, hold_code text, fingerprint text, figures text, on_date text,
      reason text NOT NULL, actor text NOT NULL, at ${time} NOT NULL, ended_at ${time})`,
    `CREATE TABLE syncs (
      id text PRIMARY KEY, ${ofCompany}, trigger text NOT NULL, actor text NOT NULL,
      state text NOT NULL, request text NOT NULL, progress text, result text, planned text, problem text,
      queued_at ${time} NOT NULL, started_at ${time}, ended_at ${time})`,
    `CREATE TABLE years_in_books (
      ${ofCompany}, year integer NOT NULL, read_at ${time} NOT NULL, log_seq integer NOT NULL, spans text NOT NULL,
      PRIMARY KEY (company_id, year))`,

    // What control accounts held and owed when last read, and what people entered about it
    `CREATE TABLE control_readings (
      ${ofCompany}, as_on text NOT NULL, read_at ${time} NOT NULL, state text NOT NULL, exceptions integer NOT NULL,
      causes text NOT NULL, accounts text NOT NULL, problem text, log_seq integer NOT NULL,
      PRIMARY KEY (company_id, as_on))`,
    `CREATE TABLE control_balances (
      ${ofCompany}, day text NOT NULL, read_at ${time} NOT NULL, lines text NOT NULL, PRIMARY KEY (company_id, day))`,
    `CREATE TABLE control_notes (
      id text PRIMARY KEY, ${ofCompany}, account text NOT NULL, user_path text NOT NULL,
      kind text NOT NULL, item text NOT NULL, named_as text NOT NULL, amount bigint NOT NULL, due_on text,
      reason text NOT NULL, actor text NOT NULL, created_at ${time} NOT NULL, ended_at ${time}, ended_why text)`,

    // People's work
    `CREATE TABLE assignments (
      ${ofCompany}, tag text NOT NULL, person_id text NOT NULL REFERENCES people (id), at ${time} NOT NULL,
      PRIMARY KEY (company_id, tag))`,
    `CREATE TABLE notes (
      id text PRIMARY KEY, ${ofCompany}, tag text NOT NULL, actor text NOT NULL, words text NOT NULL, at ${time} NOT NULL)`,
    `CREATE TABLE client_approvals (
      id text PRIMARY KEY, ${ofCompany}, year integer NOT NULL, period integer NOT NULL,
      fingerprint text NOT NULL, code_hash text NOT NULL UNIQUE,
      asked_by text NOT NULL, asked_through text NOT NULL, asked_at ${time} NOT NULL, expires_at ${time} NOT NULL,
      answer text, answered_by text, words text, answered_at ${time}, ended_at ${time})`,

    // The posting log. After a name is erased, the hash still verifies the entries, and without the salt no one can
    // guess the name from it.
    `CREATE TABLE actors (
      id text PRIMARY KEY, name text UNIQUE, salt text, hash text NOT NULL, created_at ${time} NOT NULL, erased_at ${time})`,
    `CREATE TABLE log (
      id ${growingKey}, company_id text NOT NULL, seq integer NOT NULL, at ${time} NOT NULL, sync_id text,
      trigger text NOT NULL, actor text NOT NULL, act text NOT NULL, outcome text NOT NULL,
      tag text, journal_set text, fingerprint text, policy_version integer, answer text, hold_codes text, ref text,
      carries text, witness text, previous text NOT NULL, hash text NOT NULL, UNIQUE (company_id, seq))`,
    `CREATE TABLE log_heads (company_id text PRIMARY KEY, seq integer NOT NULL, hash text NOT NULL)`,
    `CREATE TABLE log_figures (
      company_id text NOT NULL, seq integer NOT NULL, tag text NOT NULL, payslips integer NOT NULL,
      gross bigint NOT NULL, net bigint NOT NULL, tax_authority bigint NOT NULL, PRIMARY KEY (company_id, seq))`,
    `CREATE TABLE log_anchors (
      number integer PRIMARY KEY, at ${time} NOT NULL, why text NOT NULL, previous text NOT NULL,
      root text NOT NULL, heads text NOT NULL, key_id text NOT NULL, signature text NOT NULL, file_problem text)`,
    `CREATE TABLE signing_keys (
      id text PRIMARY KEY, public_key text NOT NULL, private_key text, created_at ${time} NOT NULL, retired_at ${time})`,

    // What the program keeps for itself
    `CREATE TABLE facts (name text PRIMARY KEY, value text NOT NULL)`,
    `CREATE TABLE kept_answers (
      scope text NOT NULL, key text NOT NULL, request_hash text NOT NULL, token text NOT NULL, rights text NOT NULL,
      status integer, headers text, body text, begun_at ${time} NOT NULL, expires_at ${time} NOT NULL,
      PRIMARY KEY (scope, key))`,
    `CREATE TABLE notifications (
      id text PRIMARY KEY, company_id text, kind text NOT NULL, once text NOT NULL UNIQUE, payload text NOT NULL,
      attempts integer NOT NULL, next_at ${time} NOT NULL, delivered_at ${time}, gave_up_at ${time},
      created_at ${time} NOT NULL)`,
    `CREATE TABLE mails (
      id text PRIMARY KEY, person_id text NOT NULL REFERENCES people (id), kind text NOT NULL, once text NOT NULL UNIQUE,
      attempts integer NOT NULL, next_at ${time} NOT NULL, sent_at ${time}, gave_up_at ${time}, created_at ${time} NOT NULL)`,

    // Month counts runs from an index, but only where PostgreSQL knows that all rows of a page are visible, which is
    // what vacuum notes. By default it comes once a fifth of the table has changed: after a payday of 10,000 clients the
    // count read every run, 6 to 80 ms in place of 1.5.
    ...(isPostgres
      ? [
          `ALTER TABLE pay_runs SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)`,
        ]
      : []),
  ];
}

const indexes: readonly string[] = [
  `CREATE UNIQUE INDEX people_subject ON people (issuer, subject)`,
  `CREATE INDEX sessions_person ON sessions (person_id)`,
  `CREATE INDEX companies_connection ON companies (connection_id)`,
  // Month names the companies in trouble: with 10,000 clients it read all of them for a handful, 2 ms of 20.
  `CREATE INDEX companies_in_trouble ON companies (name) WHERE problem IS NOT NULL`,
  `CREATE INDEX companies_with_findings ON companies (id) WHERE verify_findings IS NOT NULL AND verify_findings <> '[]'`,
  // Month counts its runs by state, and finds those whose recovery waits for its rate: these hold all that it reads.
  `CREATE INDEX pay_runs_month ON pay_runs (year, period, state, signed_off_at, company_id)`,
  `CREATE INDEX pay_runs_to_recover ON pay_runs (year, period) WHERE warning_codes LIKE '%"recovery_to_decide"%'`,
  `CREATE INDEX payroll_files_company ON payroll_files (company_id, year, received_at)`,
  `CREATE INDEX pay_runs_company ON pay_runs (company_id, year, period)`,
  `CREATE INDEX pay_runs_state ON pay_runs (state, kind)`,
  // A practice has a million pay runs and few adjustments, which HMRC due reads of all companies.
  `CREATE INDEX pay_runs_adjustments ON pay_runs (company_id, year, period) WHERE kind <> 'payroll'`,
  `CREATE UNIQUE INDEX postings_in_books ON postings (company_id, tag) WHERE state = 'in_books'`,
  `CREATE INDEX postings_run ON postings (company_id, run_tag)`,
  // One open write per run: the database itself refuses a second.
  `CREATE UNIQUE INDEX writes_open ON writes (company_id, run_tag) WHERE state IN ('sending', 'in_doubt')`,
  `CREATE INDEX writes_state ON writes (state, company_id)`,
  `CREATE INDEX writes_run ON writes (company_id, run_tag)`,
  `CREATE INDEX decisions_company ON decisions (company_id, tag)`,
  `CREATE INDEX decisions_connection ON decisions (connection_id)`,
  `CREATE INDEX syncs_company ON syncs (company_id, queued_at)`,
  `CREATE INDEX syncs_state ON syncs (state)`,
  `CREATE INDEX syncs_queued ON syncs (queued_at)`,
  `CREATE INDEX control_notes_company ON control_notes (company_id)`,
  `CREATE INDEX assignments_person ON assignments (person_id)`,
  `CREATE INDEX notes_run ON notes (company_id, tag)`,
  `CREATE INDEX client_approvals_month ON client_approvals (company_id, year, period)`,
  // The log is read newest first, by one of these at a time.
  `CREATE INDEX log_at ON log (at, id)`,
  `CREATE INDEX log_tag ON log (company_id, tag)`,
  `CREATE INDEX log_by_company_id ON log (company_id, at, id)`,
  `CREATE INDEX log_by_act ON log (act, at, id)`,
  `CREATE INDEX log_by_actor ON log (actor, at, id)`,
  `CREATE INDEX log_by_trigger ON log (trigger, at, id)`,
  `CREATE INDEX log_figures_tag ON log_figures (company_id, tag, seq)`,
  `CREATE INDEX kept_answers_expiry ON kept_answers (expires_at)`,
  `CREATE INDEX notifications_due ON notifications (next_at)`,
  `CREATE INDEX mails_due ON mails (next_at)`,
];

const appendOnly = 'the posting log is append-only';
/** The database itself keeps each chain's end, in a table that only grows. */
const keepHead = `INSERT INTO log_heads (company_id, seq, hash) VALUES (NEW.company_id, NEW.seq, NEW.hash)
  ON CONFLICT (company_id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash`;
const headsGrow = 'the end of a log never goes back';
/**
 * A note is never changed, except for what the law no longer lets us keep: its words become `erased`, its writer's name
 * becomes the id of someone whose name was erased, and all of it may go once the company was left.
 */
const noteKept = 'a note is never changed';
const noteChanged = `NEW.id <> OLD.id OR NEW.company_id <> OLD.company_id OR NEW.tag <> OLD.tag OR NEW.at <> OLD.at
  OR (NEW.words <> OLD.words AND NEW.words <> 'erased')
  OR (NEW.actor <> OLD.actor AND NOT EXISTS (SELECT 1 FROM actors WHERE id = NEW.actor AND erased_at IS NOT NULL))`;
const isNotLeft = `EXISTS (SELECT 1 FROM companies WHERE id = OLD.company_id AND life <> 'left')`;

const refused = (words: string) => `BEGIN SELECT RAISE(ABORT, '${words}'); END`;

const onSqlite: readonly string[] = [
  `CREATE TRIGGER log_no_update BEFORE UPDATE ON log ${refused(appendOnly)}`,
  `CREATE TRIGGER log_no_delete BEFORE DELETE ON log ${refused(appendOnly)}`,
  // REPLACE deletes without firing a DELETE trigger, unless the connection turned on recursive triggers.
  `CREATE TRIGGER log_no_replace BEFORE INSERT ON log
    WHEN EXISTS (SELECT 1 FROM log WHERE id = NEW.id)
      OR EXISTS (SELECT 1 FROM log WHERE company_id = NEW.company_id AND seq = NEW.seq) ${refused(appendOnly)}`,
  `CREATE TRIGGER log_head_kept AFTER INSERT ON log BEGIN ${keepHead}; END`,
  `CREATE TRIGGER log_heads_grow BEFORE UPDATE ON log_heads
    WHEN NEW.company_id <> OLD.company_id OR NEW.seq <= OLD.seq ${refused(headsGrow)}`,
  // The same row may be inserted again: a restore inserts the entries, whose trigger creates the row, and then the row
  // itself.
  `CREATE TRIGGER log_heads_no_replace BEFORE INSERT ON log_heads
    WHEN EXISTS (SELECT 1 FROM log_heads WHERE company_id = NEW.company_id
      AND (seq > NEW.seq OR (seq = NEW.seq AND hash <> NEW.hash))) ${refused(headsGrow)}`,
  `CREATE TRIGGER log_heads_no_delete BEFORE DELETE ON log_heads ${refused(headsGrow)}`,
  `CREATE TRIGGER notes_no_update BEFORE UPDATE ON notes WHEN ${noteChanged} ${refused(noteKept)}`,
  `CREATE TRIGGER notes_no_delete BEFORE DELETE ON notes WHEN ${isNotLeft} ${refused(noteKept)}`,
];

const trigger = (name: string, body: string) =>
  `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} END $$`;

const onPostgres: readonly string[] = [
  trigger('refuse_log_change', `RAISE EXCEPTION '${appendOnly}';`),
  `CREATE TRIGGER log_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_log_change()`,
  // Runs as its owner, so that the service's own role needs only the right to insert into the log.
  `CREATE FUNCTION keep_log_head() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS
    $$ BEGIN ${keepHead}; RETURN NULL; END $$`,
  `CREATE TRIGGER log_head_kept AFTER INSERT ON log FOR EACH ROW EXECUTE FUNCTION keep_log_head()`,
  trigger(
    'refuse_log_head_change',
    `IF TG_OP = 'UPDATE' AND NEW.company_id = OLD.company_id AND NEW.seq > OLD.seq THEN RETURN NEW; END IF;
    RAISE EXCEPTION '${headsGrow}';`,
  ),
  `CREATE TRIGGER log_heads_grow BEFORE UPDATE OR DELETE ON log_heads
    FOR EACH ROW EXECUTE FUNCTION refuse_log_head_change()`,
  `CREATE TRIGGER log_heads_no_truncate BEFORE TRUNCATE ON log_heads
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_log_head_change()`,
  trigger(
    'refuse_note_change',
    `IF TG_OP = 'UPDATE' THEN
      IF ${noteChanged} THEN RAISE EXCEPTION '${noteKept}'; END IF;
      RETURN NEW;
    END IF;
    IF ${isNotLeft} THEN RAISE EXCEPTION '${noteKept}'; END IF;
    RETURN OLD;`,
  ),
  `CREATE TRIGGER notes_no_change BEFORE UPDATE OR DELETE ON notes FOR EACH ROW EXECUTE FUNCTION refuse_note_change()`,
];
