import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The whole schema, for SQLite and PostgreSQL. Only three things differ: on SQLite times are ISO text, a growing key is
 * AUTOINCREMENT, and triggers have their own dialect. Money is pence in a bigint. JSON is text, because it is read as a
 * whole.
 */
export class Initial1763700000000 implements MigrationInterface {
  readonly name = 'Initial1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    const postgres = runner.connection.options.type === 'postgres';
    const time = postgres ? 'timestamptz' : 'text';
    const growingKey = postgres ? 'bigserial PRIMARY KEY' : 'integer PRIMARY KEY AUTOINCREMENT';

    const tables = [
      // Companies and their connections
      `CREATE TABLE connections (
        id text PRIMARY KEY, kind text NOT NULL, name text NOT NULL, origin text NOT NULL, practice text, state text NOT NULL,
        access_token text, refresh_token text, access_expires_at ${time},
        refreshing_by text, refreshing_until ${time}, problem text,
        created_at ${time} NOT NULL, updated_at ${time} NOT NULL)`,
      `CREATE TABLE connection_requests (
        state_hash text PRIMARY KEY, verifier text NOT NULL, details text NOT NULL, actor text NOT NULL,
        created_at ${time} NOT NULL, expires_at ${time} NOT NULL)`,
      `CREATE TABLE companies (
        id text PRIMARY KEY, connection_id text NOT NULL REFERENCES connections (id),
        name text NOT NULL UNIQUE, subdomain text, books_id text NOT NULL UNIQUE, prefix text NOT NULL,
        life text NOT NULL, start_date text, type text, policy_version integer NOT NULL, problem text,
        last_synced_at ${time}, last_verified_at ${time}, verify_findings text,
        created_at ${time} NOT NULL, left_at ${time})`,
      `CREATE INDEX companies_connection ON companies (connection_id)`,
      `CREATE TABLE policies (
        company_id text NOT NULL REFERENCES companies (id), version integer NOT NULL, policy text NOT NULL,
        actor text NOT NULL, reason text NOT NULL, created_at ${time} NOT NULL, PRIMARY KEY (company_id, version))`,
      `CREATE TABLE facts (name text PRIMARY KEY, value text NOT NULL)`,
      // The rate limits of the service
      `CREATE TABLE quotas (
        scope text PRIMARY KEY, minute_from ${time} NOT NULL, minute_used integer NOT NULL,
        hour_from ${time} NOT NULL, hour_used integer NOT NULL, blocked_until ${time})`,
      // What was read, posted and decided
      `CREATE TABLE leases (company_id text PRIMARY KEY, holder text NOT NULL, until ${time} NOT NULL, fence bigint NOT NULL)`,
      `CREATE TABLE tax_years (
        company_id text NOT NULL REFERENCES companies (id), year integer NOT NULL,
        adopted_at ${time}, listed_at ${time}, full_read_at ${time}, payments text, PRIMARY KEY (company_id, year))`,
      `CREATE TABLE pay_periods (
        company_id text NOT NULL REFERENCES companies (id), year integer NOT NULL, period integer NOT NULL,
        dated_on text NOT NULL, status text NOT NULL, service_updated_at text, content_hash text, document text,
        allowance bigint NOT NULL, cis bigint NOT NULL, employer_ni_directors bigint NOT NULL, employer_ni_employees bigint NOT NULL,
        j814 bigint NOT NULL, read_at ${time}, gone_at ${time}, PRIMARY KEY (company_id, year, period))`,
      `CREATE TABLE pay_runs (
        company_id text NOT NULL REFERENCES companies (id), tag text NOT NULL,
        year integer NOT NULL, period integer NOT NULL, dated_on text NOT NULL, state text NOT NULL, reason text,
        payslips integer NOT NULL, gross bigint NOT NULL, net bigint NOT NULL, tax_authority bigint NOT NULL,
        pension bigint NOT NULL, other bigint NOT NULL,
        fingerprint text, mapped text, hold_codes text NOT NULL, warning_codes text NOT NULL, plan text,
        policy_version integer NOT NULL, roles text NOT NULL, journal_set text, posted_on text, posted_at ${time}, origin text,
        signed_off_by text, signed_off_at ${time}, signed_off_fingerprint text,
        gone boolean NOT NULL, first_seen_at ${time} NOT NULL, updated_at ${time} NOT NULL,
        PRIMARY KEY (company_id, tag))`,
      `CREATE INDEX pay_runs_month ON pay_runs (year, period, state)`,
      `CREATE INDEX pay_runs_company ON pay_runs (company_id, year, period)`,
      `CREATE INDEX pay_runs_state ON pay_runs (state)`,
      `CREATE TABLE postings (
        id text PRIMARY KEY, company_id text NOT NULL REFERENCES companies (id), run_tag text NOT NULL, tag text NOT NULL,
        kind text NOT NULL, generation integer NOT NULL, state text NOT NULL, origin text NOT NULL,
        journal_set text NOT NULL, dated_on text NOT NULL, description text NOT NULL, lines text NOT NULL, fingerprint text NOT NULL,
        policy_version integer NOT NULL, roles text NOT NULL, write_id text, created_at ${time} NOT NULL, ended_at ${time},
        UNIQUE (company_id, tag, journal_set))`,
      `CREATE UNIQUE INDEX postings_in_books ON postings (company_id, tag) WHERE state = 'in_books'`,
      `CREATE INDEX postings_run ON postings (company_id, run_tag)`,
      `CREATE TABLE writes (
        id text PRIMARY KEY, company_id text NOT NULL REFERENCES companies (id), run_tag text NOT NULL, tag text NOT NULL,
        kind text NOT NULL, state text NOT NULL, target text NOT NULL, target_fingerprint text NOT NULL,
        before text, before_fingerprint text, set_url text, dated_on text NOT NULL,
        send_by ${time} NOT NULL, holder text NOT NULL, fence bigint NOT NULL, attempts integer NOT NULL,
        window_from ${time}, answer text, decision_id text, sync_id text, actor text NOT NULL, trigger text NOT NULL,
        policy_version integer NOT NULL, roles text NOT NULL,
        created_at ${time} NOT NULL, settled_at ${time}, look_again_at ${time})`,
      // One open write per run: the database itself refuses a second.
      `CREATE UNIQUE INDEX writes_open ON writes (company_id, run_tag) WHERE state IN ('sending', 'in_doubt')`,
      `CREATE INDEX writes_state ON writes (state, company_id)`,
      `CREATE TABLE decisions (
        id text PRIMARY KEY, company_id text, connection_id text, scope text NOT NULL, kind text NOT NULL,
        tag text, field text, user_path text, treatment text, hold_code text, fingerprint text, figures text, on_date text,
        reason text NOT NULL, actor text NOT NULL, at ${time} NOT NULL, ended_at ${time})`,
      `CREATE INDEX decisions_company ON decisions (company_id, tag)`,
      `CREATE INDEX decisions_connection ON decisions (connection_id)`,
      `CREATE TABLE syncs (
        id text PRIMARY KEY, company_id text NOT NULL REFERENCES companies (id), trigger text NOT NULL, actor text NOT NULL,
        state text NOT NULL, request text NOT NULL, progress text, result text, problem text,
        queued_at ${time} NOT NULL, started_at ${time}, ended_at ${time})`,
      `CREATE INDEX syncs_company ON syncs (company_id, queued_at)`,
      `CREATE INDEX syncs_state ON syncs (state)`,
      `CREATE TABLE log (
        id ${growingKey}, company_id text NOT NULL, seq integer NOT NULL, at ${time} NOT NULL, sync_id text,
        trigger text NOT NULL, actor text NOT NULL, act text NOT NULL, outcome text NOT NULL,
        tag text, journal_set text, fingerprint text, policy_version integer, answer text, hold_codes text,
        ref text, ref_hash text, previous text NOT NULL, hash text NOT NULL, UNIQUE (company_id, seq))`,
      `CREATE INDEX log_at ON log (at, id)`,
      `CREATE INDEX log_tag ON log (company_id, tag)`,
      // Access and the API
      `CREATE TABLE api_tokens (
        id text PRIMARY KEY, name text NOT NULL, role text NOT NULL, pay boolean NOT NULL, companies text,
        hash text NOT NULL UNIQUE, created_at ${time} NOT NULL, last_used_at ${time}, revoked_at ${time})`,
      `CREATE TABLE sign_in_links (
        code_hash text PRIMARY KEY, name text NOT NULL, role text NOT NULL, pay boolean NOT NULL, companies text,
        created_at ${time} NOT NULL, expires_at ${time} NOT NULL, used_at ${time})`,
      `CREATE TABLE sessions (
        id_hash text PRIMARY KEY, csrf text NOT NULL, name text NOT NULL, role text NOT NULL, pay boolean NOT NULL, companies text,
        created_at ${time} NOT NULL, expires_at ${time} NOT NULL)`,
      `CREATE TABLE failed_attempts (scope text PRIMARY KEY, counted integer NOT NULL, since ${time} NOT NULL)`,
      // Messages
      `CREATE TABLE notifications (
        id text PRIMARY KEY, company_id text, kind text NOT NULL, once text NOT NULL UNIQUE, payload text NOT NULL,
        attempts integer NOT NULL, next_at ${time} NOT NULL, delivered_at ${time}, gave_up_at ${time}, created_at ${time} NOT NULL)`,
      `CREATE INDEX notifications_due ON notifications (next_at)`,
    ];
    for (const statement of tables) await runner.query(statement);
    for (const statement of postgres ? appendOnlyOnPostgres : appendOnlyOnSqlite) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables =
      'notifications failed_attempts sessions sign_in_links api_tokens log syncs decisions writes postings pay_runs pay_periods tax_years leases quotas facts policies companies connection_requests connections';
    for (const table of tables.split(' ')) await runner.query(`DROP TABLE ${table}`);
    if (runner.connection.options.type === 'postgres') await runner.query('DROP FUNCTION refuse_log_change');
  }
}

const appendOnlyOnSqlite = ['UPDATE', 'DELETE'].map(
  (act) =>
    `CREATE TRIGGER log_no_${act.toLowerCase()} BEFORE ${act} ON log BEGIN SELECT RAISE(ABORT, 'the posting log is append-only'); END`,
);

const appendOnlyOnPostgres = [
  `CREATE FUNCTION refuse_log_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the posting log is append-only'; END $$`,
  `CREATE TRIGGER log_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON log FOR EACH STATEMENT EXECUTE FUNCTION refuse_log_change()`,
];
