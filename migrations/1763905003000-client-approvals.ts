import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a client was asked by a link, and what they answered. */
export class ClientApprovals1763905003000 implements MigrationInterface {
  readonly name = 'ClientApprovals1763905003000';

  async up(runner: QueryRunner): Promise<void> {
    const time = runner.connection.options.type === 'postgres' ? 'timestamptz' : 'text';
    await runner.query(
      `CREATE TABLE client_approvals (id text PRIMARY KEY, company_id text NOT NULL REFERENCES companies (id),
        year integer NOT NULL, period integer NOT NULL, fingerprint text NOT NULL, code_hash text NOT NULL UNIQUE,
        asked_by text NOT NULL, asked_at ${time} NOT NULL, expires_at ${time} NOT NULL,
        answer text, answered_by text, words text, answered_at ${time})`,
    );
    await runner.query('CREATE INDEX client_approvals_month ON client_approvals (company_id, year, period)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE client_approvals');
  }
}
