import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { CompanyRow } from '../../companies/company.entity.js';
import { Database } from '../../ground/database.js';

/** Rows hold company ids, and people know companies by name. */
@Injectable()
export class CompanyNames {
  constructor(private readonly database: Database) {}

  async of(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const found = await this.database.read((rows) =>
      rows.select(CompanyRow, ['id', 'name'], { where: { id: In([...new Set(ids)]) } }),
    );
    return new Map(found.map(({ id, name }) => [id, name]));
  }
}
