import { secretHash } from '../../../src/access/secret.js';
import { Session } from '../../../src/access/session.entity.js';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import supertest from 'supertest';
import { ApiTokens } from '../../../src/access/api-tokens.js';
import type { Rights } from '../../../src/access/principal.js';
import { SignInLinks } from '../../../src/access/sign-in-links.js';
import { AppModule } from '../../../src/app/app.module.js';
import { setUpWeb } from '../../../src/app/web.js';
import { CLOCK, type Clock } from '../../../src/ground/clock.js';
import type { Role } from '../../../src/ground/config.js';
import { configure } from '../../../src/ground/config.module.js';
import { Database } from '../../../src/ground/database.js';
import { holdToDescription } from '../../harness/answers.js';
import { secretKey } from '../../harness/secret-key.js';

/** A clock that stands still until a test moves it. */
export class StillClock implements Clock {
  constructor(private at = new Date('2025-11-07T09:00:00Z')) {}
  now(): Date {
    return new Date(this.at);
  }
  monotonicMs(): number {
    return this.at.getTime();
  }
  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.forward(ms / 1000);
    await new Promise(setImmediate);
  }
  forward(seconds: number): void {
    this.at = new Date(this.at.getTime() + seconds * 1000);
  }
}

export interface Door {
  readonly app: NestExpressApplication;
  readonly http: ReturnType<typeof supertest>;
  /** A token with these rights, or with all of them. */
  token(rights?: Partial<Rights>): Promise<string>;
  /** The cookie and the proof of a browser that has signed in. */
  browser(rights?: Partial<Rights>): Promise<{ cookie: string; csrf: string }>;
  close(): Promise<void>;
}

const quiet = { LOG_LEVEL: 'silent', PUBLIC_URL: 'http://127.0.0.1:3999', SECRET_KEY: secretKey };

class Root {}
class Process {}

let counted = 0;
const admin = (): Rights => ({ name: `tester ${++counted}`, role: 'admin', pay: true, companies: null });

/** The real app in this process, on a database that a test has filled. As `web` it starts no sync by itself. */
export async function openDoor(
  database: Database,
  modules: readonly Type[],
  environment: Record<string, string> = {},
  role: Role = 'web',
): Promise<Door> {
  const env = { ...quiet, DATABASE_URL: urlOf(database), ...environment };
  const { config, module } = await configure({ env, folder: null, role });
  const values = [
    { provide: CLOCK, useValue: database.clock },
    { provide: Database, useValue: database },
  ];
  // Not RootModule: its logger is CommonJS that requires ES modules, which Jest cannot do on every Node.
  const root = { module: Root, global: true, providers: values, exports: values.map(({ provide }) => provide) };
  const app = await NestFactory.create<NestExpressApplication>(
    { module: Process, imports: [module, root, ...modules] },
    { logger: false, abortOnError: false },
  );
  if (modules.includes(AppModule)) holdToDescription(app);
  setUpWeb(app, config);
  await app.listen(0, '127.0.0.1');
  const http = supertest(await app.getUrl());
  return {
    app,
    http,
    async token(rights = {}) {
      return (await app.get(ApiTokens).create({ ...admin(), ...rights })).token;
    },
    async browser(rights = {}) {
      const { url } = await app.get(SignInLinks).make({ ...admin(), ...rights });
      const answer = await http.get(new URL(url).pathname).expect(303);
      const [cookie = ''] = String(answer.headers['set-cookie']).split(';');
      const idHash = secretHash(cookie.slice(cookie.indexOf('=') + 1));
      const { csrf } = await database.read((rows) => rows.findOneByOrFail(Session, { idHash }));
      return { cookie, csrf };
    },
    close: () => app.close(),
  };
}

/** The queue on PostgreSQL opens connections of its own, so it needs the URL. */
function urlOf({ kind, source }: Database): string {
  const { url, database } = source.options as { url?: string; database?: string };
  return kind === 'postgres' ? String(url) : `sqlite:${database}`;
}
