import { Column, Entity, type EntityManager, PrimaryColumn } from 'typeorm';

/** One fact by name, for what is too small for a table of its own: a chain's end, what was asked of a company lately. */
@Entity('facts')
export class Fact {
  @PrimaryColumn('text') name!: string;
  @Column('text') value!: string;
}

export async function readFact(em: EntityManager, name: string): Promise<string | undefined> {
  return (await em.findOneBy(Fact, { name }))?.value;
}

export async function writeFact(em: EntityManager, name: string, value: string): Promise<void> {
  await em.upsert(Fact, { name, value }, ['name']);
}
