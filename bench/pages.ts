import { median } from './measurement.js';
import type { Env, Stage } from './stage.js';

const looks = 21;

/** The cookie of an administrator's browser. */
export async function signedIn(stage: Stage, env: Env, url: string): Promise<string> {
  const { answer } = await stage.run<{ url: string }>(['sign-in-link', '--name', 'Bench', '--role', 'admin'], env);
  const signIn = await fetch(`${url}${new URL(answer.url).pathname}`, { redirect: 'manual' });
  return signIn.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
}

/** Milliseconds for each page, as an administrator's browser gets it from the service at this address. */
export async function timesOfPages(stage: Stage, env: Env, url: string, paths: readonly string[]): Promise<number[]> {
  const cookie = await signedIn(stage, env, url);
  const times: number[] = [];
  for (const path of paths) {
    const taken: number[] = [];
    for (let look = 0; look < looks; look++) {
      const from = performance.now();
      const page = await fetch(`${url}${path}`, { headers: { cookie }, redirect: 'manual' });
      await page.text();
      if (page.status !== 200) throw new Error(`${path}: ${page.status} ${page.headers.get('location')}`);
      taken.push(performance.now() - from);
    }
    times.push(median(taken));
  }
  return times;
}
