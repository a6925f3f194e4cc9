import type { Rows } from './rows.js';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One value by name, for what is too small for a table of its own: a chain's end, what was last asked of a company. */
@Entity('facts')
export class Fact {
  @PrimaryColumn('text') name!: string;
  @Column('text') value!: string;
}

/** With `lock`, nobody else writes it until the unit of work has ended; on SQLite that is so for every row. */
export async function readFact(rows: Rows, name: string, { lock = false } = {}): Promise<string | undefined> {
  return (await rows.findOne(Fact, { where: { name }, forUpdate: lock }))?.value;
}

export async function writeFact(rows: Rows, name: string, value: string): Promise<void> {
  await rows.upsert(Fact, { name, value }, ['name']);
}
