import type { Config } from '../ground/config.js';
import { callbackPath } from './connect-details.js';

/** What is needed before any company can be connected, and where each comes from. */
const needed = [
  ['SECRET_KEY', 'secretKey', '`counterfoil key` makes one'],
  ['ACCOUNTING_CLIENT_ID', 'accountingClientId', 'the accounting service gives it to a registered app'],
  ['ACCOUNTING_CLIENT_SECRET', 'accountingClientSecret', 'the accounting service gives it with the id'],
] as const satisfies readonly (readonly [string, keyof Config, string])[];

type Needed = Pick<Config, (typeof needed)[number][1] | 'accountingBaseUrl' | 'publicUrl'>;

/** A variable, never with its value. */
interface Variable {
  readonly name: string;
  readonly isSet: boolean;
  readonly from: string;
}

/** What is left to do before the first company works, for `doctor` and the first page alike. */
export interface FirstSteps {
  readonly service: string;
  readonly redirectAddress: string;
  readonly variables: readonly Variable[];
  readonly missing: readonly Variable[];
  readonly register: string;
  readonly set: string;
  readonly connect: string;
  readonly confirm: string;
}

export function firstSteps(config: Needed): FirstSteps {
  const variables = needed.map(([name, key, from]) => ({ name, from, isSet: config[key] !== undefined }));
  const redirectAddress = `${config.publicUrl}${callbackPath}`;
  return {
    redirectAddress,
    variables,
    service: config.accountingBaseUrl,
    missing: variables.filter(({ isSet }) => !isSet),
    register: `Register an app with the accounting service, with the redirect address ${redirectAddress}`,
    set: 'Set what is missing, in the environment or in .env, and start Counterfoil again.',
    connect:
      'Connect your first client. Its name, its mode and its cut-over are asked for; then the accounting service asks whether you allow it.',
    confirm: 'Confirm that the right books were found, and look at a dry run: it posts nothing.',
  };
}
