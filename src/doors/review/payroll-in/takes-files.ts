import { Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import multer from 'multer';
import { sessionIdIn } from '../../../access/session-cookie.js';
import { fileBytesMax } from '../../../acts/payrolls/receive-file.js';
import { Sessions } from '../../../access/sessions.js';
import type { Config } from '../../../ground/config.js';
import { configKey } from '../../../ground/config.module.js';
import { problem } from '../../../ground/problem.js';

/** A form sends a name as bytes, which its parser takes for Latin-1. */
export const nameIn = ({ originalname }: Pick<Express.Multer.File, 'originalname'>): string =>
  Buffer.from(originalname, 'latin1').toString('utf8');

const filesMax = 50;
const limits = { fileSize: fileBytesMax, files: filesMax, fields: 5, fieldSize: 1024 };

/**
 * Reads the files of a form into memory, which the guard needs for the token in it. Only for someone who is signed in:
 * a stranger's megabytes are not read.
 */
@Injectable()
export class TakesFiles implements NestMiddleware {
  readonly #read = multer({ storage: multer.memoryStorage(), limits }).array('file');

  constructor(
    private readonly sessions: Sessions,
    @Inject(configKey) private readonly config: Config,
  ) {}

  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    const id = sessionIdIn(request, this.config);
    if (id === undefined || (await this.sessions.find(id)) === undefined) return next();
    this.#read(request, response, (error: unknown) => {
      if (error instanceof multer.MulterError)
        return next(
          problem('file-refused', {
            detail: `Up to ${filesMax} files of at most 20 MB are taken at once. Nothing was taken.`,
            todo: 'Give fewer files, or smaller ones.',
          }),
        );
      next(error);
    });
  }
}
