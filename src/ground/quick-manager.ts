import {
  DataSource,
  EntityManager,
  type EntityMetadata,
  type EntityTarget,
  FindOperator,
  type FindManyOptions,
  type FindOneOptions,
  type FindOptionsWhere,
  InsertResult,
  type ObjectLiteral,
  type QueryDeepPartialEntity,
  type QueryRunner,
  UpdateResult,
} from 'typeorm';

type ColumnMetadata = EntityMetadata['columns'][number];

/** TypeORM's data source, whose managers take the short way. */
export class QuickSource extends DataSource {
  override createEntityManager(runner?: QueryRunner): EntityManager {
    return new QuickManager(this, runner);
  }
}

interface Said {
  readonly sql: string;
  readonly values: readonly unknown[];
}

const comparisons: Readonly<Record<string, string>> = {
  lessThan: '<',
  lessThanOrEqual: '<=',
  moreThan: '>',
  moreThanOrEqual: '>=',
};
const plainOptions: ReadonlySet<string> = new Set(['where', 'order', 'take', 'lock']);

/**
 * A row written or found by plain conditions is said in one statement at once. TypeORM's own builders cost ten times the
 * statement itself, and a pay run needs two dozen of them. Whatever is not plain still goes TypeORM's way.
 */
class QuickManager extends EntityManager {
  override async insert<Entity extends ObjectLiteral>(
    target: EntityTarget<Entity>,
    entity: QueryDeepPartialEntity<Entity> | QueryDeepPartialEntity<Entity>[],
  ): Promise<InsertResult> {
    const table = this.dataSource.getMetadata(target);
    const columns = Array.isArray(entity) ? undefined : this.#given(table, entity);
    if (!columns) return super.insert(target, entity);
    const { sql, values } = this.#insertion(table, columns, entity);
    await this.query(sql, [...values]);
    return new InsertResult();
  }

  override async upsert<Entity extends ObjectLiteral>(
    target: EntityTarget<Entity>,
    entity: QueryDeepPartialEntity<Entity> | QueryDeepPartialEntity<Entity>[],
    conflict: Parameters<EntityManager['upsert']>[2],
  ): Promise<InsertResult> {
    const table = this.dataSource.getMetadata(target);
    const columns = Array.isArray(entity) ? undefined : this.#given(table, entity);
    if (!columns || !Array.isArray(conflict)) return super.upsert(target, entity, conflict as string[]);
    const { sql, values } = this.#insertion(table, columns, entity);
    const keys = table.mapPropertyPathsToColumns(conflict);
    const written = columns.filter((column) => !keys.includes(column)).map(({ databaseName }) => databaseName);
    const act =
      written.length === 0
        ? 'NOTHING'
        : `UPDATE SET ${written.map((name) => `"${name}" = excluded."${name}"`).join(', ')}`;
    await this.query(
      `${sql} ON CONFLICT (${keys.map(({ databaseName }) => `"${databaseName}"`).join(', ')}) DO ${act}`,
      [...values],
    );
    return new InsertResult();
  }

  override async update<Entity extends ObjectLiteral>(
    target: EntityTarget<Entity>,
    criteria: Parameters<EntityManager['update']>[1],
    change: QueryDeepPartialEntity<Entity>,
    options?: Parameters<EntityManager['update']>[3],
  ): Promise<UpdateResult> {
    const table = this.dataSource.getMetadata(target);
    const columns = this.#given(table, change);
    const where = this.#conditions(table, criteria, columns?.length ?? 0);
    if (!columns || columns.length === 0 || !where || !this.queryRunner || options)
      return super.update(target, criteria, change, options);
    const set = columns.map(({ databaseName }, index) => `"${databaseName}" = ${this.#place(index + 1)}`);
    const values = [...this.#values(columns, change), ...where.values];
    const done = await this.queryRunner.query(
      `UPDATE "${table.tableName}" SET ${set.join(', ')} ${where.sql}`,
      values,
      true,
    );
    return UpdateResult.from(done);
  }

  override async find<Entity extends ObjectLiteral>(
    target: EntityTarget<Entity>,
    options?: FindManyOptions<Entity>,
  ): Promise<Entity[]> {
    return (await this.#found(target, options)) ?? super.find(target, options);
  }

  override async findBy<Entity extends ObjectLiteral>(
    target: EntityTarget<Entity>,
    where: FindOptionsWhere<Entity> | FindOptionsWhere<Entity>[],
  ): Promise<Entity[]> {
    return (await this.#found(target, { where })) ?? super.findBy(target, where);
  }

  override async findOne<Entity extends ObjectLiteral>(
    target: EntityTarget<Entity>,
    options: FindOneOptions<Entity>,
  ): Promise<Entity | null> {
    const found = options.where && (await this.#found(target, { ...options, take: 1 }));
    return found ? (found[0] ?? null) : super.findOne(target, options);
  }

  override async findOneBy<Entity extends ObjectLiteral>(
    target: EntityTarget<Entity>,
    where: FindOptionsWhere<Entity> | FindOptionsWhere<Entity>[],
  ): Promise<Entity | null> {
    const found = await this.#found(target, { where, take: 1 });
    return found ? (found[0] ?? null) : super.findOneBy(target, where);
  }

  /** Undefined where the options are not plain. */
  async #found<Entity extends ObjectLiteral>(
    target: EntityTarget<Entity>,
    options: FindManyOptions<Entity> = {},
  ): Promise<Entity[] | undefined> {
    const { lock } = options;
    if (Object.keys(options).some((name) => !plainOptions.has(name))) return undefined;
    if (lock && lock.mode !== 'pessimistic_write') return undefined;
    const table = this.dataSource.getMetadata(target);
    const where = options.where === undefined ? { sql: '', values: [] } : this.#conditions(table, options.where, 0);
    const order = orderOf(table, options.order);
    if (!where || order === undefined) return undefined;
    const columns = table.columns.map(({ databaseName }) => `"${databaseName}"`);
    const take = options.take === undefined ? '' : ` LIMIT ${Number(options.take)}`;
    const sql = `SELECT ${columns.join(', ')} FROM "${table.tableName}" ${where.sql}${order}${take}${lock ? ' FOR UPDATE' : ''}`;
    const rows = await this.query<ObjectLiteral[]>(sql, [...where.values]);
    return rows.map((row) => this.#entity<Entity>(table, row));
  }

  #entity<Entity extends ObjectLiteral>({ target, columns }: EntityMetadata, row: ObjectLiteral): Entity {
    const entity = new (target as new () => ObjectLiteral)();
    const { driver } = this.dataSource;
    for (const column of columns)
      entity[column.propertyName] = driver.prepareHydratedValue(row[column.databaseName], column);
    return entity as Entity;
  }

  /** The columns that a row speaks of; undefined when one of its values is no value but SQL. */
  #given(table: EntityMetadata, row: ObjectLiteral): ColumnMetadata[] | undefined {
    const columns = table.columns.filter(({ propertyName }) => row[propertyName] !== undefined);
    return columns.some(({ propertyName }) => typeof row[propertyName] === 'function') ? undefined : columns;
  }

  #insertion(table: EntityMetadata, columns: readonly ColumnMetadata[], row: ObjectLiteral): Said {
    const names = columns.map(({ databaseName }) => `"${databaseName}"`);
    const places = columns.map((_, index) => this.#place(index + 1));
    return {
      sql: `INSERT INTO "${table.tableName}" (${names.join(', ')}) VALUES (${places.join(', ')})`,
      values: this.#values(columns, row),
    };
  }

  #values(columns: readonly ColumnMetadata[], row: ObjectLiteral): unknown[] {
    return columns.map((column) => this.dataSource.driver.preparePersistentValue(row[column.propertyName], column));
  }

  /** All of them hold; undefined where one is not plain. */
  #conditions(table: EntityMetadata, where: unknown, before: number): Said | undefined {
    if (typeof where !== 'object' || where === null || Array.isArray(where) || Object.keys(where).length === 0)
      return undefined;
    const parts: string[] = [];
    const values: unknown[] = [];
    const bind = (value: unknown, column: ColumnMetadata) => {
      values.push(this.dataSource.driver.preparePersistentValue(value, column));
      return this.#place(before + values.length);
    };
    for (const [name, wanted] of Object.entries(where)) {
      const column = table.findColumnWithPropertyName(name);
      const part = column && conditionOn(column, wanted, bind);
      if (part === undefined) return undefined;
      parts.push(part);
    }
    return { sql: `WHERE ${parts.join(' AND ')}`, values };
  }

  #place(number: number): string {
    return this.dataSource.options.type === 'postgres' ? `$${number}` : '?';
  }
}

function conditionOn(
  column: ColumnMetadata,
  wanted: unknown,
  bind: (value: unknown, column: ColumnMetadata) => string,
): string | undefined {
  const name = `"${column.databaseName}"`;
  if (wanted instanceof FindOperator) {
    const { type, value } = wanted as FindOperator<unknown>;
    if (value instanceof FindOperator) return undefined;
    if (type === 'isNull') return `${name} IS NULL`;
    const comparison = comparisons[type];
    if (comparison && value != null) return `${name} ${comparison} ${bind(value, column)}`;
    if (type !== 'in' || !Array.isArray(value) || value.length === 0) return undefined;
    return `${name} IN (${value.map((one) => bind(one, column)).join(', ')})`;
  }
  if (wanted === null || wanted === undefined) return undefined;
  return `${name} = ${bind(wanted, column)}`;
}

function orderOf(table: EntityMetadata, order: unknown): string | undefined {
  if (order === undefined) return '';
  const parts: string[] = [];
  for (const [name, direction] of Object.entries(order as object)) {
    const column = table.findColumnWithPropertyName(name);
    if (!column || (direction !== 'ASC' && direction !== 'DESC')) return undefined;
    parts.push(`"${column.databaseName}" ${direction}`);
  }
  return parts.length === 0 ? '' : ` ORDER BY ${parts.join(', ')}`;
}
