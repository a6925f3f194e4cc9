import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A line end in a company's name started a new line in tables and logs. New names are stored on one line. */
export class NamesOnOneLine1763901001000 implements MigrationInterface {
  readonly name = 'NamesOnOneLine1763901001000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['companies', 'connections']) {
      const rows: { id: string; name: string }[] = await runner.query(`SELECT id, name FROM ${table}`);
      const taken = new Set(rows.map(({ name }) => name));
      for (const { id, name } of rows) {
        const oneLine = name.replace(/[\n\r\t\v\f\u0085\u2028\u2029]+/g, ' ');
        if (oneLine === name) continue;
        const unique = taken.has(oneLine) ? `${oneLine} (${id})` : oneLine;
        taken.add(unique);
        const places = runner.connection.options.type === 'postgres' ? ['$1', '$2'] : ['?', '?'];
        await runner.query(`UPDATE ${table} SET name = ${places[0]} WHERE id = ${places[1]}`, [unique, id]);
      }
    }
  }

  /** The old names are not kept, because nothing depends on them. */
  async down(): Promise<void> {
    // Nothing to undo.
  }
}
