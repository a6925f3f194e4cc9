import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A note is never changed, except for what the law no longer lets us keep: its words become `erased`, its writer's name
 * becomes the id of somebody whose name was erased, and all of it may go once the company was left.
 */
export class NotesMayBeErased1795500000000 implements MigrationInterface {
  readonly name = 'NotesMayBeErased1795500000000';

  async up(runner: QueryRunner): Promise<void> {
    const postgres = runner.connection.options.type === 'postgres';
    for (const statement of postgres ? onPostgres : onSqlite) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    const postgres = runner.connection.options.type === 'postgres';
    for (const statement of postgres ? backOnPostgres : backOnSqlite) await runner.query(statement);
  }
}

const words = 'a note is never changed';
const changed = `NEW.id <> OLD.id OR NEW.company_id <> OLD.company_id OR NEW.tag <> OLD.tag OR NEW.at <> OLD.at
  OR (NEW.words <> OLD.words AND NEW.words <> 'erased')
  OR (NEW.actor <> OLD.actor AND NOT EXISTS (SELECT 1 FROM actors WHERE id = NEW.actor AND erased_at IS NOT NULL))`;
const works = `EXISTS (SELECT 1 FROM companies WHERE id = OLD.company_id AND life <> 'left')`;

const dropOnSqlite = ['DROP TRIGGER notes_no_update', 'DROP TRIGGER notes_no_delete'];
const onSqlite = [
  ...dropOnSqlite,
  `CREATE TRIGGER notes_no_update BEFORE UPDATE ON notes WHEN ${changed} BEGIN SELECT RAISE(ABORT, '${words}'); END`,
  `CREATE TRIGGER notes_no_delete BEFORE DELETE ON notes WHEN ${works} BEGIN SELECT RAISE(ABORT, '${words}'); END`,
];
const backOnSqlite = [
  ...dropOnSqlite,
  ...['UPDATE', 'DELETE'].map(
    (act) =>
      `CREATE TRIGGER notes_no_${act.toLowerCase()} BEFORE ${act} ON notes BEGIN SELECT RAISE(ABORT, '${words}'); END`,
  ),
];

const onPostgres = [
  `CREATE OR REPLACE FUNCTION refuse_note_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP = 'UPDATE' THEN
      IF ${changed} THEN RAISE EXCEPTION '${words}'; END IF;
      RETURN NEW;
    END IF;
    IF ${works} THEN RAISE EXCEPTION '${words}'; END IF;
    RETURN OLD;
  END $$`,
];
const backOnPostgres = [
  `CREATE OR REPLACE FUNCTION refuse_note_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '${words}'; END $$`,
];
