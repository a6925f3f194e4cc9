import type { SandboxRequest } from './answer.js';
import type { SandboxClock } from './engine/clock.js';
import { Company } from './company/company.js';
import { Faults } from './controls/faults.js';
import { Limits } from './engine/limits.js';
import { managerLogin, userLogin, type Login } from './oauth/logins.js';
import type { Practice } from './practice/practice.js';
import { RequestLog } from './controls/request-log.js';
import { bearerOf, Tokens, type TokenPair } from './oauth/tokens.js';

export type EntryUrls = 'absolute' | 'relative' | 'nested' | 'nested_relative';

export interface Settings {
  readonly limits: boolean;
  readonly doubleQuotedLinks: boolean;
  readonly entryUrls: EntryUrls;
  /** A refresh token can be used again, and a refresh answers the same one. */
  readonly keepRefreshTokens: boolean;
  /** The token endpoint takes requests without User-Agent. */
  readonly tokensWithoutUserAgent: boolean;
}

/** A company that is made when it is first asked for. */
export interface CompanySeed {
  readonly name: string;
  readonly subdomain: string;
  /** The user whose token the company gets; a practice's clients use their account manager's. */
  readonly owner?: { readonly userId: number; readonly level?: number };
  readonly make: () => Company;
}

export interface Scene {
  readonly companies: readonly CompanySeed[];
  readonly practice?: Practice;
  readonly entryUrls?: EntryUrls;
}

export interface CompanyCredentials {
  readonly name: string;
  readonly subdomain: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

export const CLIENT_ID = 'sandbox-client';
export const CLIENT_SECRET = 'sandbox-secret';

/** Everything the sandbox remembers; a reset makes a new world from the same scene. */
export class World {
  readonly tokens: Tokens;
  readonly limits: Limits;
  readonly faults: Faults;
  readonly requests = new RequestLog();
  readonly practice: Practice | undefined;
  readonly seeds: ReadonlyMap<string, CompanySeed>;
  readonly credentials: readonly CompanyCredentials[];
  /** Called with every request that changed something, when the state is kept in a file. */
  keep: ((request: SandboxRequest) => void) | undefined;
  #companies = new Map<string, Company>();

  constructor(
    readonly clock: SandboxClock,
    readonly settings: Settings,
    scene: Scene,
  ) {
    this.tokens = new Tokens(clock);
    this.limits = new Limits(clock);
    this.faults = new Faults(clock);
    this.practice = scene.practice;
    this.seeds = new Map(scene.companies.map((seed) => [seed.subdomain, seed]));
    this.credentials = this.#issueCredentials();
  }

  company(subdomain: string): Company | undefined {
    const known = this.#companies.get(subdomain);
    if (known) return known;
    const made = this.seeds.get(subdomain)?.make();
    if (made) this.#companies.set(subdomain, made);
    return made;
  }

  /** Who may authorise an application: the owner of each company, or the practice's account managers. */
  logins(): { login: Login; name: string }[] {
    if (this.practice) {
      return [...this.practice.managers.values()].map((row) => ({
        login: managerLogin(Number(row.key), this.practice!.isSenior(Number(row.key))),
        name: String(row.values['name']),
      }));
    }
    return [...this.seeds.values()].map((seed) => ({
      login: userLogin(seed.subdomain, seed.owner!.userId, seed.owner!.level),
      name: seed.name,
    }));
  }

  /** The books that a request asks for, whether it may read them or not. */
  companyAskedFor({ headers }: SandboxRequest): string | undefined {
    const token = bearerOf(headers);
    const login = token === undefined ? undefined : this.tokens.login(token);
    return headers['x-subdomain'] ?? (login?.kind === 'user' ? login.subdomain : undefined);
  }

  /** One pair of tokens for each login. All clients of a practice share the first pair. */
  #issueCredentials(): CompanyCredentials[] {
    const issued = this.logins().map(({ login }) => this.tokens.issue(login));
    return [...this.seeds.values()].map((seed, index) => {
      const pair: TokenPair | undefined = this.practice ? issued[0] : issued[index];
      return { name: seed.name, subdomain: seed.subdomain, ...pair! };
    });
  }
}
