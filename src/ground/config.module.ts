import type { DynamicModule } from '@nestjs/common';
import { ConfigModule, getConfigToken, registerAs } from '@nestjs/config';
import { type Config, type Environment, type Listening, present, type Role, readConfig } from './config.js';
import { asProblem, Problem, problem } from './problem.js';

const namespace = 'counterfoil';

/** How rooms inject it: `@Inject(configKey) config: Config`. */
export const configKey: string = getConfigToken(namespace);

/** How a process is set up, and the global module that hands the configuration to every room. */
export interface Configured {
  readonly config: Config;
  readonly module: DynamicModule;
  /** Set once the server listens. */
  readonly listening: Listening;
}

interface Source {
  readonly env?: Environment;
  /** Where the file `.env` may be; null reads none. */
  readonly folder?: string | null;
  /** What a command prefers if neither the environment nor the file has a value. */
  readonly otherwise?: Environment;
  readonly role?: Role;
}

/** Reads and checks everything once, before anything is opened. The environment wins over the file. */
export async function configure(source: Source = {}): Promise<Configured> {
  const { env = process.env, folder = process.cwd(), otherwise = {}, role = 'all' } = source;
  let config!: Config;
  const listening: Listening = {};
  try {
    const module = await ConfigModule.forRoot({
      isGlobal: true,
      ...(folder === null ? { ignoreEnvFile: true } : { envFilePath: `${folder}/.env` }),
      // The module would let an empty variable of the environment hide the one in the file, so they are merged here.
      validatePredefined: false,
      skipProcessEnv: true,
      validate: (file) => {
        config = readConfig({ ...otherwise, ...present(file), ...present(env) }, role, listening);
        // What is returned would be copied into process.env, where every child process could read it.
        return {};
      },
      load: [registerAs(namespace, () => config)],
    });
    return { config, module, listening };
  } catch (error) {
    throw error instanceof Problem ? error : unreadable(folder, error);
  }
}

function unreadable(folder: string | null, error: unknown): Problem {
  return problem('configuration-unreadable', {
    detail: `${folder}/.env: ${asProblem(error).detail}`,
    todo: 'Make .env a file that this user may read, or remove it.',
    cause: error,
  });
}
