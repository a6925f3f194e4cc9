import { HttpException, Logger } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import express, { type NextFunction, type Request, type Response } from 'express';
import request from 'supertest';
import { ProblemFilter } from '../../src/access/problem.filter.js';
import { SignInNeeded } from '../../src/access/refusals.js';
import { problem } from '../../src/ground/problem.js';

const busy = () => problem('files-busy', { detail: 'Many wait.', todo: 'Ask again.' });
const errors: Readonly<Record<string, unknown>> = {
  gone: problem('client-link-gone', { detail: 'It was answered.', todo: 'Ask again.' }),
  out: new SignInNeeded(),
  busy: busy(),
  large: new HttpException('a long body', 413),
  odd: Object.assign(new Error('of a parser'), { status: 418 }),
  beyond: Object.assign(new Error('secret'), { status: 600 }),
  below: Object.assign(new Error('secret'), { status: 399 }),
  text: Object.assign(new Error('secret'), { status: '404' }),
  own: new Error('secret'),
};

describe('an error of the app', () => {
  const logged: unknown[] = [];
  const log = Logger.prototype.error;
  beforeAll(() => {
    Logger.prototype.error = (error: unknown) => void logged.push(error);
  });
  afterAll(() => {
    Logger.prototype.error = log;
  });
  beforeEach(() => void logged.splice(0));

  const filter = new ProblemFilter(
    ({ title, status }, { path, principal }) => `${title} ${status} ${path} ${principal?.name}`,
  );
  const app = express()
    .use((asked: Request & { principal?: object }, answer: Response) => {
      asked.principal = { name: 'Ann' };
      if (asked.path.startsWith('/half')) {
        answer.write('half');
      }
      throw errors[asked.path.split('/').at(-1) ?? ''];
    })
    .use((error: unknown, asked: Request, answer: Response, _: NextFunction) => {
      filter.catch(error, new ExecutionContextHost([asked, answer]));
    });

  it.each([
    ['/api/gone', 410, 'application/problem+json', /"title":/],
    ['/api/out', 401, 'application/problem+json', /"title":/],
    ['/health/large', 413, 'application/problem+json', /larger than is accepted/],
    ['/metrics/odd', 400, 'application/problem+json', /could not be read/],
    ['/gone', 410, 'text/html', /410 \/gone Ann/],
    ['/apis/gone', 410, 'text/html', /410 \/apis\/gone Ann/],
    ['/api/own', 500, 'application/problem+json', /not completed/],
    ['/own', 500, 'text/html', /500 \/own Ann/],
    ['/beyond', 500, 'text/html', /500/],
    ['/below', 500, 'text/html', /500/],
    ['/text', 500, 'text/html', /500/],
  ])('at %s is answered by %d as %s', async (path, status, type, words) => {
    const answer = await request(app).get(path);
    expect([answer.status, answer.headers['content-type']?.split(';')[0]]).toEqual([status, type]);
    expect(answer.text).toMatch(words);
    expect(answer.text).not.toMatch(/secret|of a parser/);
    expect(answer.headers['cache-control']).toBe('no-store');
    // Its reason is in the log where it is a fault of ours.
    expect(logged).toHaveLength(status === 500 ? 1 : 0);
  });

  it('says to a program how to come in, and to each when to come again', async () => {
    const out = await request(app).get('/api/out');
    expect(out.headers['www-authenticate']).toBe('Bearer realm="counterfoil"');
    expect((await request(app).get('/api/gone')).headers).not.toHaveProperty('www-authenticate');
    const waits = await Promise.all(['/api/busy', '/busy', '/gone'].map((path) => request(app).get(path)));
    expect(waits.map(({ headers }) => headers['retry-after'])).toEqual(['30', '30', undefined]);
  });

  it('sends a person who is not signed in to do so, also from a part of a page', async () => {
    const [whole, part] = [await request(app).get('/out'), await request(app).get('/out').set('HX-Request', 'true')];
    expect([whole.status, whole.headers.location]).toEqual([303, '/sign-in']);
    expect([part.status, part.headers['hx-redirect'], part.text]).toEqual([401, '/sign-in', '']);
  });

  it('breaks off what was begun, so that half is not taken for all', async () => {
    await expect(request(app).get('/half/own')).rejects.toThrow(/aborted|socket hang up|terminated/);
  });
});
