import type { MigrationInterface, QueryRunner } from 'typeorm';

/** E-mails that ask a client to approve a month's payments; and what people say of HMRC that it was paid. */
export class ClientMails1800000610000 implements MigrationInterface {
  readonly name = 'ClientMails1800000610000';

  async up(runner: QueryRunner): Promise<void> {
    const time = runner.connection.options.type === 'postgres' ? 'timestamptz' : 'text';
    await runner.query(`CREATE TABLE client_mails (
      id text PRIMARY KEY, company_id text NOT NULL REFERENCES companies (id), year integer NOT NULL,
      period integer NOT NULL, kind text NOT NULL, fingerprint text NOT NULL, address text NOT NULL,
      once text NOT NULL UNIQUE, actor text NOT NULL, through text NOT NULL, link_id text, attempts integer NOT NULL,
      next_at ${time} NOT NULL, sent_at ${time}, gave_up_at ${time}, why text, created_at ${time} NOT NULL)`);
    await runner.query(`CREATE TABLE hmrc_paid (
      id text PRIMARY KEY, company_id text NOT NULL REFERENCES companies (id), item text NOT NULL, paid_on text NOT NULL,
      amount bigint NOT NULL, actor text NOT NULL, at ${time} NOT NULL, ended_at ${time})`);
    await runner.query(`CREATE INDEX hmrc_paid_company ON hmrc_paid (company_id)`);
    await runner.query(`CREATE INDEX client_mails_due ON client_mails (next_at)`);
    await runner.query(`CREATE INDEX client_mails_month ON client_mails (company_id, year, period)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE hmrc_paid');
    await runner.query('DROP TABLE client_mails');
  }
}
