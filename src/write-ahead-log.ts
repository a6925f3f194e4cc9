import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * SQLite commits without waiting for the disk, and this brings its log there: for all who wait at once, and in a thread of
 * its own. SQLite's own waiting (`synchronous = FULL`) would stop the whole process for every commit.
 */
export class WriteAheadLog {
  readonly #path: string;
  #going: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #named = false;

  constructor(
    databasePath: string,
    private readonly sync: (path: string) => Promise<void> = toDisk,
  ) {
    this.#path = `${databasePath}-wal`;
  }

  /** When it resolves, all that was committed before is on the disk. */
  flush(): Promise<void> {
    // One that has begun may miss what was committed since: the next is for all who come meanwhile.
    this.#next ??= this.#going
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        this.#going = this.#flush();
        return this.#going;
      });
    return this.#next;
  }

  async #flush(): Promise<void> {
    await this.sync(this.#path);
    if (this.#named) return;
    // Its name in the folder, too.
    await this.sync(dirname(this.#path));
    this.#named = true;
  }
}

async function toDisk(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
