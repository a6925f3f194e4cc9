import { Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import { Writable } from 'node:stream';
import type { NextFunction, Request, Response } from 'express';
import multer from 'multer';
import { provesOrigin } from '../../../access/access.guard.js';
import { isFromElsewhere } from '../../../access/from-elsewhere.js';
import { hasRole, type Principal } from '../../../access/principal.js';
import { forgeryRefused, roleRefused } from '../../../access/refusals.js';
import { sessionIdIn } from '../../../access/session-cookie.js';
import { Uploads } from '../../../access/uploads.js';
import { fileBytesMax } from '../../../acts/payrolls/receive-file.js';
import { Sessions } from '../../../access/sessions.js';
import type { Config } from '../../../ground/config.js';
import { configKey } from '../../../ground/config.module.js';
import { problem } from '../../../ground/problem.js';

/** A form sends a name as bytes, which its parser takes for Latin-1. */
export const nameIn = ({ originalname }: Pick<Express.Multer.File, 'originalname'>): string =>
  Buffer.from(originalname, 'latin1').toString('utf8');

const filesMax = 50;
const [mb, fieldsMax] = [1024 * 1024, 5];
/** All files of a form: some 20,000 people. */
export const uploadBytesMax = 50 * mb;
/** The rest of the form: its fields, and what stands between files. */
const aroundBytesMax = 64 * 1024;
const limits = {
  fileSize: fileBytesMax,
  files: filesMax,
  fields: fieldsMax,
  parts: filesMax + fieldsMax,
  fieldSize: 1024,
  fieldArrayIndexLimit: 0,
};

/**
 * Reads the files of a form into memory, which the guard needs for the token in it. Someone who may not bring files is
 * refused before any is read: a viewer's gigabyte was read before the guard said no.
 */
@Injectable()
export class TakesFiles implements NestMiddleware {
  constructor(
    private readonly sessions: Sessions,
    private readonly uploads: Uploads,
    @Inject(configKey) private readonly config: Config,
  ) {}

  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    const id = sessionIdIn(request, this.config);
    const principal = id === undefined ? undefined : await this.sessions.find(id);
    // The guard says what is missing.
    if (principal === undefined) return next();
    if (isFromElsewhere(request, this.config)) throw forgeryRefused();
    // The role of each route that takes files.
    if (!hasRole(principal, 'reviewer')) throw roleRefused(principal, 'reviewer');
    if (Number(request.headers['content-length'] ?? 0) > uploadBytesMax + aroundBytesMax) throw tooMuch();
    this.uploads.begin(principal, response);
    read(principal, request, response, next);
  }
}

function read({ csrf = '' }: Principal, request: Request, response: Response, next: NextFunction): void {
  let isDone = false;
  const done = (error?: unknown) => {
    if (isDone) return;
    isDone = true;
    next(error instanceof multer.MulterError ? tooMuch() : error);
  };
  /** Answers at once: multer would read the rest of the form first. */
  const refuse = (error: Error) => {
    request.unpipe();
    request.pipe(new Writable({ write: (_chunk, _encoding, next) => next() }));
    done(error);
  };
  multer({
    limits,
    storage: inMemory(refuse),
    // The form's own fields come before its files.
    fileFilter: (_, __, take) => {
      if (provesOrigin(request, csrf)) return take(null, true);
      take(null, false);
      refuse(forgeryRefused());
    },
  }).array('file')(request, response, done);
}

/** Until all files together are too many bytes, whatever length the sender said. */
function inMemory(refuse: (error: Error) => void): multer.StorageEngine {
  let left = uploadBytesMax;
  return {
    _handleFile(_, { stream }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        left -= chunk.length;
        if (left >= 0) chunks.push(chunk);
        else {
          chunks.length = 0;
          refuse(tooMuch());
        }
      });
      stream.once('end', () => {
        const buffer = Buffer.concat(chunks);
        done(null, { buffer, size: buffer.length });
      });
      stream.once('error', done);
    },
    _removeFile(_, file, done) {
      file.buffer = Buffer.alloc(0);
      done(null);
    },
  };
}

const tooMuch = () =>
  problem('file-refused', {
    detail: `Up to ${filesMax} files are taken at once, of at most ${fileBytesMax / mb} MB each and ${uploadBytesMax / mb} MB together. Nothing was taken.`,
    todo: 'Give fewer files, or smaller ones.',
  });
