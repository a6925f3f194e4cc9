import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One fact about the whole installation, by name. */
@Entity('facts')
export class Fact {
  @PrimaryColumn('text') name!: string;
  @Column('text') value!: string;
}
