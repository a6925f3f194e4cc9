import { Stage, practice } from './stage.js';
import { createRequire } from 'node:module';
import { copyFileSync } from 'node:fs';
const require = createRequire(import.meta.url);
const Database = require('better-sqlite3');
const stage = new Stage();
try {
  const ours = await practice(stage, 'sqlite', 'practice:40:12:10');
  const { usage, answer } = await stage.run<any>(['sync'], ours.env);
  await ours.books.end();
  const file = ours.env.DATABASE_URL.replace('sqlite:', '');
  const db = new Database(file);
  db.pragma('wal_checkpoint(TRUNCATE)');
  const runs = db.prepare("select count(*) n from pay_runs where state='posted'").get().n;
  console.log('runs', runs, 'cpu/run', (usage.cpuMs / runs).toFixed(2), 'wall', usage.wallMs);
  let total = 0;
  for (const r of db.prepare("select name, sum(pgsize) s, sum(payload) p from dbstat group by name order by s desc").all()) { total += r.s; if (r.s / runs > 100) console.log((r.s / runs / 1024).toFixed(2).padStart(8), (r.p/runs/1024).toFixed(2).padStart(8), r.name); }
  console.log('KiB/run', (total / runs / 1024).toFixed(2));
  for (const t of ['postings','pay_runs','writes','pay_periods','log_entries'])
    { const cols = db.prepare(`pragma table_info(${t})`).all().map((c: any) => c.name);
      console.log(t, cols.map((c: string) => [c, Math.round(db.prepare(`select sum(length(${c})) s from ${t}`).get().s / runs)] as const).filter((x: any) => x[1] > 100).map((x: any) => x.join('=')).join(' ')); }
  copyFileSync(file, '/tmp/size.db');
} finally { await stage.close(); }
