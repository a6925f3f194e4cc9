import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * SQLite commits without waiting for the disk, and this flushes its log to the disk: once for all who wait, and in a
 * thread of its own. SQLite's own waiting (`synchronous = FULL`) would stop the whole process for every commit.
 */
export class WriteAheadLog {
  readonly #path: string;
  #file: FileHandle | undefined;
  #going: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(
    databasePath: string,
    private readonly sync: (file: FileHandle) => Promise<void> = (file) => file.sync(),
  ) {
    this.#path = `${databasePath}-wal`;
  }

  /** When it resolves, everything that was committed before is on the disk. */
  flush(): Promise<void> {
    // A flush that has begun may miss what was committed since: the next one serves all who come while it runs.
    this.#next ??= this.#going
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        this.#going = this.#flush();
        return this.#going;
      });
    return this.#next;
  }

  async close(): Promise<void> {
    await this.#going.catch(() => undefined);
    await this.#file?.close();
    this.#file = undefined;
  }

  /** Opened once: SQLite keeps the file for as long as anyone has the database open. */
  async #flush(): Promise<void> {
    this.#file ??= await this.#open();
    await this.sync(this.#file);
  }

  async #open(): Promise<FileHandle> {
    const file = await open(this.#path, 'r+');
    const folder = await open(dirname(this.#path), 'r');
    // The file's name in the folder must be on the disk as well.
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
    return file;
  }
}
