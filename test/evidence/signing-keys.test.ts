import { Secrets, newKey } from '../../src/companies/secrets.js';
import { reSeal } from '../../src/companies/re-seal.js';
import { readPublicKeys } from '../../src/evidence/public-keys.js';
import { SigningKey } from '../../src/evidence/signing-key.entity.js';
import { reSealSigningKeys, SigningKeys } from '../../src/evidence/signing-keys.js';
import { signedEvidence } from '../../src/evidence/evidence-file.js';
import { canonicalJson } from '../../src/evidence/canonical-json.js';
import { verifyEvidence } from '../../src/evidence/verify-evidence.js';
import { installation } from '../../src/record/log/log-entry.entity.js';
import { PostingLog } from '../../src/record/log/posting-log.js';
import { describeOnDatabases } from '../harness/databases.js';
import { MovableClock, start } from '../sync/rig.js';

const ann = { actor: 'ann', trigger: 'command' };
const bytesOf = (value: unknown) => Buffer.from(canonicalJson(value));

describeOnDatabases('the signing key', (open) => {
  test('is made once, when it is first needed, and its private half is sealed', async () => {
    const db = await open(new MovableClock(start));
    const secrets = new Secrets(newKey());
    const [one, other] = [new SigningKeys(db, secrets), new SigningKeys(db, secrets)];
    const [a, b] = await Promise.all([one.signer(), other.signer()]);
    expect(a.key).toEqual(b.key);
    expect(a.sign('text')).toBe(b.sign('text'));
    const found = await db.read((rows) => rows.find(SigningKey));
    expect(found).toHaveLength(1);
    expect(found[0]?.privateKey).toMatch(/^v1\./);
    expect(await one.make(ann)).toEqual({ key: a.key, made: false });
  });

  test('when rotated, signs no more but still verifies; the log and re-sealing include both keys', async () => {
    const db = await open(new MovableClock(start));
    const secrets = new Secrets(newKey());
    const keys = new SigningKeys(db, secrets);
    const before = await keys.signer();
    const old = bytesOf(signedEvidence({ company: 'Ash' }, { summary: 1 }, before));
    const after = await keys.rotate(ann);
    expect(after.kid).not.toBe(before.key.kid);
    const listed = await keys.list();
    expect(listed.map(({ kid, retiredAt }) => [kid, retiredAt !== undefined])).toEqual([
      [after.kid, false],
      [before.key.kid, true],
    ]);
    expect(verifyEvidence(old, readPublicKeys(JSON.stringify({ keys: listed }))).broken).toEqual([]);
    const [retired] = await db.read((rows) => rows.findBy(SigningKey, { id: before.key.kid }));
    expect(retired?.privateKey).toBeNull();
    const log = await new PostingLog(db).page({ companyIds: [installation], act: 'signing_key' }, 10);
    expect(log.map(({ outcome, ref, actor }) => [outcome, ref, actor])).toEqual([
      ['made', after.kid, 'ann'],
      ['retired', before.key.kid, 'ann'],
      ['made', before.key.kid, 'service'],
    ]);

    const to = new Secrets(newKey());
    await reSeal(db, { from: secrets, to, also: reSealSigningKeys, beforeCommit: () => {} });
    expect((await new SigningKeys(db, to).signer()).key).toEqual(after);
    await expect(new SigningKeys(db, secrets).signer()).rejects.toThrow('another one');
  });
});
