import type { Clock } from '../ground/clock.js';
import type { Config } from '../ground/config.js';
import type { Database } from '../ground/database.js';
import { packageVersion } from '../ground/version.js';
import type { Transport } from './http.js';
import { Quotas, type Rates } from './quotas.js';
import { ServiceClock } from './service-clock.js';
import { Throttle } from './throttle.js';
import { TokenEndpoint } from './token-endpoint.js';
import { Tokens, type TokenStore } from './tokens.js';

/** The accounting service, as everything in this process shares it. */
export interface Service {
  readonly baseUrl: string;
  readonly origin: string;
  readonly userAgent: string;
  readonly deadlineSeconds: number;
  /** Secrets other than tokens: an answer that repeats one is neither kept nor shown with it. */
  readonly secrets: readonly string[];
  readonly rates: Rates;
  readonly transport: Transport;
  readonly throttle: Throttle;
  readonly serviceClock: ServiceClock;
  readonly endpoint: TokenEndpoint;
  readonly clock: Clock;
  readonly random: () => number;
}

interface Parts {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly random: () => number;
  readonly transport: Transport;
}

export function accountingService({ config, database, clock, random, transport }: Parts): Service {
  const serviceClock = new ServiceClock(clock);
  const userAgent = `counterfoil/${packageVersion()}`;
  const deadlineSeconds = config.requestDeadlineSeconds;
  const client = {
    authorizeUrl: `${config.accountingBaseUrl}/v2/approve_app`,
    tokenUrl: `${config.accountingBaseUrl}/v2/token_endpoint`,
    clientId: config.accountingClientId,
    clientSecret: config.accountingClientSecret,
    userAgent,
    deadlineSeconds,
  };
  return {
    baseUrl: config.accountingBaseUrl,
    origin: new URL(config.accountingBaseUrl).origin,
    userAgent,
    deadlineSeconds,
    secrets: config.accountingClientSecret ? [config.accountingClientSecret] : [],
    rates: { perMinute: config.ratePerMinute, perHour: config.ratePerHour },
    transport,
    throttle: new Throttle(new Quotas(database), clock, serviceClock),
    serviceClock,
    endpoint: new TokenEndpoint(client, transport, clock),
    clock,
    random,
  };
}

/** The tokens in a store, for everything in this process that uses them. */
export function tokensOf(service: Service, scope: string, store: TokenStore): Tokens {
  return new Tokens(scope, store, service.endpoint, service.throttle, service.clock, service.deadlineSeconds);
}
