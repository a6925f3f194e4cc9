interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

/** At `address` it answers any request with the server's URL. */
export function postgresForWhoAsks(
  start?: () => Promise<Server>,
): Promise<{ readonly address: string; stop(): Promise<void> }>;
