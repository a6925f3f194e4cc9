import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { problem } from '../ground/problem.js';
import type { Principal } from './principal.js';

/** One upload of a session at a time: what it brings is in memory until it is answered. Of one process. */
@Injectable()
export class Uploads {
  readonly #going = new Set<string>();

  /** Ends with the answer, or when the sender has gone. A program's token brings single files, and has none. */
  begin({ session }: Pick<Principal, 'session'>, response: Response): void {
    if (session === undefined) return;
    if (this.#going.has(session))
      throw problem('too-many-requests', {
        detail: 'Files that were sent before, in this session, are still being read. Nothing of these was taken.',
        todo: 'Wait for their answer, then send these.',
      });
    this.#going.add(session);
    response.once('close', () => this.#going.delete(session));
  }
}
