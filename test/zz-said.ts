import { launchBrowser } from './harness/chromium.js';
const link = process.argv[2] as string;
const base = new URL(link).origin;
const b = await launchBrowser();
const ctx = await b.newContext({ viewport: { width: 1280, height: 900 } });
const p = await ctx.newPage();
await p.goto(link);
const btn = p.locator('button').first();
if (await btn.count()) await btn.click().catch(() => undefined);
await p.waitForLoadState();
await p.goto(base + '/clients');
const clients = [...new Set(await p.$$eval('a', (as) => as.map((a) => a.getAttribute('href') ?? '')))].filter((h) =>
  /^.clients.[0-9a-f-]{36}$/.test(h),
);
console.log(clients);
const [c = ''] = clients;
const paths: [string, string][] = [
  ['settings', c + '/settings'],
  ['settings-weekly', clients.at(-1) + '/settings'],
  ['recon', '/reconciliation'],
  ['recon-one', c + '/reconciliation'],
  ['year', c + '/tax-year'],
  ['find', '/find?q=' + encodeURIComponent(process.argv[3] ?? 'oct 814')],
  ['find2', '/find?q=' + encodeURIComponent(process.argv[4] ?? 'october')],
  ['many', '/clients/settings'],
];
const state = await ctx.storageState();
for (const w of [1280, 390]) {
  const x = await b.newContext({ viewport: { width: w, height: 900 }, storageState: state });
  const q = await x.newPage();
  for (const [name, path] of paths) {
    await q.goto(base + path);
    await q.screenshot({ path: `/tmp/pics-said/${name}-${w}.png`, fullPage: true });
  }
  await x.close();
}
await ctx.storageState({ path: '/tmp/pics-said/state.json' });
await b.close();
