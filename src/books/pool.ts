import { Pool } from 'undici';

const connectTimeoutMs = 10_000;

/** Connections to one origin that are kept alive. */
export const openPool = (origin: string): Pool =>
  new Pool(origin, { connect: { timeout: connectTimeoutMs }, pipelining: 1 });
