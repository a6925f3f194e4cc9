import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Messages to the webhook can be read: all of them, or those of some companies, the latest first. */
export class Events1800000400000 implements MigrationInterface {
  readonly name = 'Events1800000400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX notifications_latest ON notifications (created_at, id)');
    await runner.query('CREATE INDEX notifications_of_company ON notifications (company_id, created_at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['latest', 'of_company']) await runner.query(`DROP INDEX notifications_${name}`);
  }
}
