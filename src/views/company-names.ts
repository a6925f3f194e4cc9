import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { CompanyRow } from '../companies/company.entity.js';
import { Database } from '../ground/database.js';

/** Answers call companies by name, rows by id. */
@Injectable()
export class CompanyNames {
  constructor(private readonly database: Database) {}

  async of(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.read((em) =>
      em.select(CompanyRow, ['id', 'name'], { where: { id: In([...new Set(ids)]) } }),
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
}
