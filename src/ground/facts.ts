import type { ReadRows, Rows } from './rows.js';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One value by name, for what is too small for a table of its own: a chain's end, what was last asked of a company. */
@Entity('facts')
export class Fact {
  @PrimaryColumn('text') name!: string;
  @Column('text') value!: string;
}

export async function readFact(rows: ReadRows, name: string): Promise<string | undefined> {
  return (await rows.findOneBy(Fact, { name }))?.value;
}

export async function writeFact(rows: Rows, name: string, value: string): Promise<void> {
  await rows.upsert(Fact, { name, value }, ['name']);
}
