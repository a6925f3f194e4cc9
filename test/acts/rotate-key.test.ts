import { rotateKey } from '../../src/acts/companies/rotate-key.js';
import { newKey, Secrets } from '../../src/companies/secrets.js';
import { SigningKeys } from '../../src/evidence/signing-keys.js';
import { describeOnDatabases } from '../harness/databases.js';
import { companyOn, ops } from './rules/on-rows.js';

describeOnDatabases('rotating the secret key', (open) => {
  async function begun() {
    const { database, lines } = await companyOn(open);
    const [from, to] = [new Secrets(newKey()), new Secrets(newKey())];
    const { key } = await new SigningKeys(database, from).signer();
    return { database, lines, from, to, key };
  }
  const made = 'signing_key made service ';

  it('seals every secret with the new one, with a line in the log', async () => {
    const { database, lines, from, to, key } = await begun();
    expect(await rotateKey({ database }, { who: ops, from, to, beforeCommit: () => {} })).toBe(1);
    expect((await new SigningKeys(database, to).signer()).key).toEqual(key);
    expect(await lines()).toStrictEqual([made, 'secret_key done ops ']);
  });

  it('does nothing, and logs nothing, when the new key could not be shown', async () => {
    const { database, lines, from, to, key } = await begun();
    const beforeCommit = () => {
      throw new Error('the terminal is gone');
    };
    await expect(rotateKey({ database }, { who: ops, from, to, beforeCommit })).rejects.toThrow('terminal is gone');
    expect((await new SigningKeys(database, from).signer()).key).toEqual(key);
    expect(await lines()).toStrictEqual([made]);
  });
});
