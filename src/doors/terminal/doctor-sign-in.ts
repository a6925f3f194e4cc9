import type { Finding } from '../../companies/doctor.js';
import type { Config } from '../../ground/config.js';
import type { Database } from '../../ground/database.js';

/** Checks the sign-in service and the mail server, if they are configured. */
export async function* examineSignIn(
  { oidc, mail }: Pick<Config, 'oidc' | 'mail'>,
  database: Database,
): AsyncGenerator<Finding> {
  if (oidc !== undefined) yield await issuerFinding(oidc, database);
  if (mail !== undefined) yield await mailFinding(mail, database);
}

async function issuerFinding(oidc: NonNullable<Config['oidc']>, { clock }: Database): Promise<Finding> {
  const { Issuer } = await import('../../access/oidc/issuer.js');
  const { asProblem } = await import('../../ground/problem.js');
  try {
    await new Issuer(oidc, '', clock).check();
    return { check: 'sign-in', ok: true, detail: `${oidc.issuer} answers` };
  } catch (error) {
    const todo = 'Check OIDC_ISSUER, and that this machine reaches it.';
    return { check: 'sign-in', ok: false, detail: asProblem(error).detail, todo };
  }
}

async function mailFinding(mail: NonNullable<Config['mail']>, database: Database): Promise<Finding> {
  const { tryMailServer } = await import('../../runner/mail-transport.js');
  const { IsNull } = await import('typeorm');
  const { Mail } = await import('../../record/messages/mail.entity.js');
  const waiting = await database.read((rows) => rows.countBy(Mail, { sentAt: IsNull(), gaveUpAt: IsNull() }));
  const kept = waiting === 0 ? 'nothing waits' : `${waiting} e-mails wait`;
  const failed = await tryMailServer(mail).then(
    () => undefined,
    (error: unknown) => (error as { code?: string }).code ?? 'no answer',
  );
  if (failed === undefined) return { check: 'mail', ok: true, detail: `the mail server answers; ${kept}` };
  return {
    check: 'mail',
    ok: false,
    detail: `The mail server does not answer, or does not take the name and password (${failed}); ${kept}.`,
    todo: 'Check SMTP_URL. What waits is sent when it answers.',
  };
}
