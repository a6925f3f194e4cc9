import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Format 2 of the log: people by id, the hashes of the rows an entry is about, and the last entry of every chain. The
 * database itself keeps each chain's end, in a table that only grows, and refuses REPLACE like any other change.
 */
export class LogFormat21763810000000 implements MigrationInterface {
  readonly name = 'LogFormat21763810000000';

  async up(runner: QueryRunner): Promise<void> {
    const postgres = runner.connection.options.type === 'postgres';
    const time = postgres ? 'timestamptz' : 'text';
    const statements = [
      `ALTER TABLE log ADD COLUMN format integer NOT NULL DEFAULT 1`,
      `ALTER TABLE log ADD COLUMN carries text`,
      `ALTER TABLE log ADD COLUMN witness text`,
      // After a name is erased, the hash still verifies the entries, and without the salt nobody can guess the name
      // from it.
      `CREATE TABLE actors (
        id text PRIMARY KEY, name text UNIQUE, salt text, hash text NOT NULL,
        created_at ${time} NOT NULL, erased_at ${time})`,
      `CREATE TABLE log_heads (company_id text PRIMARY KEY, seq integer NOT NULL, hash text NOT NULL)`,
      `INSERT INTO log_heads (company_id, seq, hash)
        SELECT l.company_id, l.seq, l.hash FROM log l
        JOIN (SELECT company_id, MAX(seq) AS seq FROM log GROUP BY company_id) last
          ON last.company_id = l.company_id AND last.seq = l.seq`,
      `CREATE INDEX writes_run ON writes (company_id, run_tag)`,
      ...(postgres ? guardsOnPostgres : guardsOnSqlite),
    ];
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    const postgres = runner.connection.options.type === 'postgres';
    const triggers = postgres ? ['log_head_kept ON log'] : ['log_head_kept', 'log_no_replace'];
    for (const trigger of triggers) await runner.query(`DROP TRIGGER ${trigger}`);
    await runner.query('DROP INDEX writes_run');
    for (const table of ['log_heads', 'actors']) await runner.query(`DROP TABLE ${table}`);
    for (const column of ['witness', 'carries', 'format']) await runner.query(`ALTER TABLE log DROP COLUMN ${column}`);
    if (!postgres) return;
    for (const name of ['keep_log_head', 'refuse_log_head_change']) await runner.query(`DROP FUNCTION ${name}`);
  }
}

const keepHead = `INSERT INTO log_heads (company_id, seq, hash) VALUES (NEW.company_id, NEW.seq, NEW.hash)
  ON CONFLICT (company_id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash`;

const guardsOnSqlite = [
  // REPLACE deletes without firing a DELETE trigger, unless the connection turned on recursive triggers.
  `CREATE TRIGGER log_no_replace BEFORE INSERT ON log
    WHEN EXISTS (SELECT 1 FROM log WHERE id = NEW.id)
      OR EXISTS (SELECT 1 FROM log WHERE company_id = NEW.company_id AND seq = NEW.seq)
    BEGIN SELECT RAISE(ABORT, 'the posting log is append-only'); END`,
  `CREATE TRIGGER log_head_kept AFTER INSERT ON log BEGIN ${keepHead}; END`,
  `CREATE TRIGGER log_heads_grow BEFORE UPDATE ON log_heads
    WHEN NEW.company_id <> OLD.company_id OR NEW.seq <= OLD.seq
    BEGIN SELECT RAISE(ABORT, 'the end of a log never goes back'); END`,
  // The same row may be inserted again: a restore inserts the entries, whose trigger creates the row, and then the row
  // itself.
  `CREATE TRIGGER log_heads_no_replace BEFORE INSERT ON log_heads
    WHEN EXISTS (SELECT 1 FROM log_heads WHERE company_id = NEW.company_id
      AND (seq > NEW.seq OR (seq = NEW.seq AND hash <> NEW.hash)))
    BEGIN SELECT RAISE(ABORT, 'the end of a log never goes back'); END`,
  `CREATE TRIGGER log_heads_no_delete BEFORE DELETE ON log_heads
    BEGIN SELECT RAISE(ABORT, 'the end of a log never goes back'); END`,
];

const guardsOnPostgres = [
  // Runs as its owner, so that the service's own role needs only the right to insert into the log.
  `CREATE FUNCTION keep_log_head() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS
    $$ BEGIN ${keepHead}; RETURN NULL; END $$`,
  `CREATE TRIGGER log_head_kept AFTER INSERT ON log FOR EACH ROW EXECUTE FUNCTION keep_log_head()`,
  `CREATE FUNCTION refuse_log_head_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP = 'UPDATE' AND NEW.company_id = OLD.company_id AND NEW.seq > OLD.seq THEN RETURN NEW; END IF;
    RAISE EXCEPTION 'the end of a log never goes back'; END $$`,
  `CREATE TRIGGER log_heads_grow BEFORE UPDATE OR DELETE ON log_heads FOR EACH ROW EXECUTE FUNCTION refuse_log_head_change()`,
  `CREATE TRIGGER log_heads_no_truncate BEFORE TRUNCATE ON log_heads FOR EACH STATEMENT EXECUTE FUNCTION refuse_log_head_change()`,
];
