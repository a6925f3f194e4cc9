import { median } from './measurement.js';
import type { Env, Service, Stage } from './stage.js';

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

const warmUps = 3;
const warmLooks = 10;

/** Milliseconds of the service's processor for a page that was looked at before. */
export async function cpuOfPage(service: Service, cookie: string, path: string): Promise<number> {
  const taken: number[] = [];
  for (let look = 0; look < warmUps + warmLooks; look++) {
    const before = await service.held();
    await textOf(service.url, cookie, path);
    taken.push((await service.held()).cpuMs - before.cpuMs);
  }
  return median(taken.slice(warmUps));
}

async function textOf(url: string, cookie: string, path: string): Promise<string> {
  const page = await fetch(`${url}${path}`, { headers: { cookie }, redirect: 'manual' });
  if (page.status !== 200) throw new Error(`${path}: ${page.status} ${page.headers.get('location')}`);
  return page.text();
}

/** Milliseconds for each page, as an administrator's browser gets it from the service at this address. */
export async function timesOfPages(stage: Stage, env: Env, url: string, paths: readonly string[]): Promise<number[]> {
  const cookie = await signedIn(stage, env, url);
  const times: number[] = [];
  for (const path of paths) {
    const taken: number[] = [];
    for (let look = 0; look < looks; look++) {
      const from = performance.now();
      await textOf(url, cookie, path);
      taken.push(performance.now() - from);
    }
    times.push(median(taken));
  }
  return times;
}
