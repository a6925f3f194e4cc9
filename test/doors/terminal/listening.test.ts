import { failedStart } from '../../../src/doors/terminal/listening.js';
import { Problem } from '../../../src/ground/problem.js';

const place = { host: '10.0.0.1', port: 80, choose: 'PORT' };

describe('why a start failed', () => {
  test.each([
    [{ code: 'EADDRINUSE', syscall: 'listen' }, 'The port is taken', 1],
    // Made up, because who may listen on which port differs by machine: root may use any.
    [{ code: 'EACCES', syscall: 'listen' }, 'The port may not be used', 2],
    [{ code: 'EADDRNOTAVAIL', syscall: 'listen' }, 'The address is not of this machine', 2],
    [{ code: 'ENOTFOUND', syscall: 'getaddrinfo' }, 'The address is not of this machine', 2],
    [{ code: 'ECONNREFUSED', syscall: 'connect' }, 'The database cannot be used', 1],
  ])('%j', async (fields, title, exitCode) => {
    let closed = 0;
    const failed = failedStart(place, async () => void closed++)(Object.assign(new Error('words of Node'), fields));
    await expect(failed).rejects.toMatchObject({ title, exitCode, todo: expect.stringMatching(/.+/) });
    expect(closed).toBe(1);
  });

  test('a bug is reported as it is, even when closing fails too', async () => {
    const bug = new Error('a bug');
    const failed = failedStart(place, () => Promise.reject(new Error('and this')))(bug);
    await expect(failed).rejects.toBe(bug);
    await expect(failed).rejects.not.toBeInstanceOf(Problem);
  });
});
