import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

/** No sandbox, because tests run as root in containers. The browser itself must send nothing to the network. */
const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'];

/** The system's Chromium (or CHROMIUM_PATH), otherwise the one installed by npm. */
export async function launchBrowser(): Promise<Browser> {
  const { CHROMIUM_PATH, TEST_TIER } = process.env;
  if (TEST_TIER === 'quick') throw new Error('Quick tests open no browser: see test/harness/tiers.mjs.');
  const path = CHROMIUM_PATH ?? installed.find((candidate) => existsSync(candidate));
  return path ? chromium.launch({ executablePath: path, args }) : launchUnpacked();
}

/** The browser from npm. */
export async function launchUnpacked(): Promise<Browser> {
  const folder = await unpacked();
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    args: [...args, '--no-zygote'],
    // Libraries and fonts that a bare system lacks, such as libnss3, are unpacked beside it.
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      ...(existsSync('/etc/fonts') ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') }),
    },
  });
}

/** Unpacked once for a clone. Test files run side by side, so it is unpacked elsewhere and then renamed. */
async function unpacked(): Promise<string> {
  const folder = join(cache, 'counterfoil-chromium');
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const fresh = await mkdtemp(join(cache, 'counterfoil-chromium-'));
  await promisify(execFile)(process.execPath, [fileURLToPath(new URL('unpack-chromium.mjs', import.meta.url))], {
    // This variable makes the package unpack the libraries as well.
    env: { ...process.env, NODE_OPTIONS: '', TMPDIR: fresh, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
  });
  // Another test file was quicker; its folder will do.
  await rename(fresh, folder).catch(() => rm(fresh, { recursive: true, force: true }));
  return folder;
}
