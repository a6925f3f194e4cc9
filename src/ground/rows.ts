import {
  type DataSource,
  type EntityManager,
  type EntityMetadata,
  type EntityTarget,
  FindOperator,
  type ObjectLiteral,
  type QueryResult,
  type QueryRunner,
  type SelectQueryBuilder,
} from 'typeorm';

type ColumnMetadata = EntityMetadata['columns'][number];
type Columns<Row> = { [Name in keyof Row]?: Row[Name] | (() => string) };

/**
 * Every condition must hold. A value must be equal; anything else needs TypeORM's operators (In, IsNull, Not, LessThan
 * …).
 */
export type All<Row> = { readonly [Name in keyof Row]?: Row[Name] | FindOperator<unknown> };

/** Of several conditions any one may hold; an empty list finds nothing. */
export type Where<Row> = All<Row> | readonly All<Row>[];

export interface Find<Row> {
  readonly where?: Where<Row>;
  readonly order?: { readonly [Name in keyof Row]?: 'ASC' | 'DESC' };
  readonly take?: number;
  /** Locks the rows until the unit of work ends, on PostgreSQL; on SQLite only one writes at a time anyway. */
  readonly forUpdate?: boolean;
}

interface Insertion {
  readonly sql: string;
  readonly values: readonly unknown[];
  readonly columns: readonly ColumnMetadata[];
}

/** A query that finds rows; what would make it change them is left out. */
export interface ReadQuery<Row extends ObjectLiteral> extends SelectQueryBuilder<Row> {
  readonly insert: never;
  readonly update: never;
  readonly delete: never;
  readonly softDelete: never;
  readonly restore: never;
  from<Other extends ObjectLiteral>(target: EntityTarget<Other>, alias: string): ReadQuery<Other>;
  from<Other extends ObjectLiteral>(
    subQuery: (query: SelectQueryBuilder<ObjectLiteral>) => SelectQueryBuilder<Other>,
    alias: string,
  ): ReadQuery<Other>;
}

/**
 * `Rows` for callers that only read: what `Database.read` passes in. The same object, so it costs nothing; the types
 * leave out everything that writes.
 */
export interface ReadRows
  extends Pick<
    Rows,
    | 'kind'
    | 'find'
    | 'findBy'
    | 'findOne'
    | 'findOneBy'
    | 'findOneByOrFail'
    | 'select'
    | 'countBy'
    | 'existsBy'
    | 'createQueryBuilder'
  > {
  /** SQL for what the other methods cannot express. It must begin as a SELECT does. */
  query<Answer = unknown>(sql: `SELECT ${string}`, values?: readonly unknown[]): Promise<Answer>;
}

/** Times the columns of the widest table, far fewer values than SQLite takes for one statement (32,766). */
const rowsAtOnce = 200;

const comparisons: Readonly<Record<string, string>> = {
  lessThan: '<',
  lessThanOrEqual: '<=',
  moreThan: '>',
  moreThanOrEqual: '>=',
};

/**
 * Rows written and found by plain conditions, one statement each. TypeORM's own builders cost ten times the statement
 * itself, and a pay run needs two dozen of them. Queries that join use `createQueryBuilder`.
 */
export class Rows {
  readonly #manager: EntityManager;
  readonly #source: DataSource;
  #ended = false;

  constructor(manager: EntityManager) {
    this.#manager = manager;
    this.#source = manager.dataSource;
  }

  /** The unit of work is over: a later statement of it would be committed on its own. */
  end(): void {
    this.#ended = true;
  }

  get kind(): 'sqlite' | 'postgres' {
    return this.#isPostgres ? 'postgres' : 'sqlite';
  }

  /** The runner of the transaction, if there is one: for migrations, which TypeORM runs itself. */
  get runner(): QueryRunner | undefined {
    return this.#manager.queryRunner;
  }

  async query<Answer = unknown>(sql: string, values: readonly unknown[] = []): Promise<Answer> {
    return (await this.#run(sql, values)).raw;
  }

  createQueryBuilder(): ReadQuery<ObjectLiteral>;
  createQueryBuilder<Row extends ObjectLiteral>(target: EntityTarget<Row>, alias: string): ReadQuery<Row>;
  createQueryBuilder<Row extends ObjectLiteral>(target?: EntityTarget<Row>, alias?: string): SelectQueryBuilder<Row> {
    this.#mustBeOpen();
    return target && alias ? this.#manager.createQueryBuilder(target, alias) : this.#manager.createQueryBuilder();
  }

  /** For the few changes that `update` and `insertIfAbsent` cannot express. */
  createChangeBuilder(): SelectQueryBuilder<ObjectLiteral> {
    this.#mustBeOpen();
    return this.#manager.createQueryBuilder();
  }

  async insert<Row extends ObjectLiteral>(target: EntityTarget<Row>, row: Columns<Row>): Promise<void> {
    const { sql, values } = this.#insertion(this.#table(target), [row]);
    await this.query(sql, values);
  }

  /** If a row with the same key exists, it stays as it is: false. */
  async insertIfAbsent<Row extends ObjectLiteral>(target: EntityTarget<Row>, row: Columns<Row>): Promise<boolean> {
    const { sql, values } = this.#insertion(this.#table(target), [row]);
    return (await this.#change(`${sql} ON CONFLICT DO NOTHING`, values)) === 1;
  }

  /** If the row exists, only the columns given are written. */
  upsert<Row extends ObjectLiteral>(
    target: EntityTarget<Row>,
    row: Columns<Row>,
    key: readonly (keyof Row & string)[],
  ): Promise<void> {
    return this.upsertAll(target, [row], key);
  }

  /** Many in one statement; each must give the same columns and have a key of its own. */
  async upsertAll<Row extends ObjectLiteral>(
    target: EntityTarget<Row>,
    all: readonly Columns<Row>[],
    key: readonly (keyof Row & string)[],
  ): Promise<void> {
    const table = this.#table(target);
    const keys = key.map((name) => columnOf(table, name));
    for (let from = 0; from < all.length; from += rowsAtOnce) {
      const { sql, values, columns } = this.#insertion(table, all.slice(from, from + rowsAtOnce));
      const written = columns.filter((column) => !keys.includes(column));
      const set = written.map(({ databaseName: name }) => `"${name}" = excluded."${name}"`);
      const act = set.length === 0 ? 'NOTHING' : `UPDATE SET ${set.join(', ')}`;
      await this.query(`${sql} ON CONFLICT (${keys.map(quoted).join(', ')}) DO ${act}`, values);
    }
  }

  /** Returns how many rows it changed. A function gives SQL: `{ fence: () => 'fence + 1' }`. */
  async update<Row extends ObjectLiteral>(
    target: EntityTarget<Row>,
    where: Where<Row>,
    change: Columns<Row>,
  ): Promise<number> {
    const table = this.#table(target);
    const values: unknown[] = [];
    const set = givenIn(table, change).map((column) => {
      const value = change[column.propertyName as keyof Row];
      if (typeof value === 'function') return `${quoted(column)} = ${value()}`;
      return `${quoted(column)} = ${this.#bind(values, value, column)}`;
    });
    const condition = this.#condition(table, someOf(where), values);
    return this.#change(`UPDATE "${table.tableName}" SET ${set.join(', ')}${condition}`, values);
  }

  /** Returns how many rows it deleted. */
  async delete<Row extends ObjectLiteral>(target: EntityTarget<Row>, where: Where<Row>): Promise<number> {
    const table = this.#table(target);
    const values: unknown[] = [];
    const condition = this.#condition(table, someOf(where), values);
    return this.#change(`DELETE FROM "${table.tableName}"${condition}`, values);
  }

  find<Row extends ObjectLiteral>(target: EntityTarget<Row>, options: Find<Row> = {}): Promise<Row[]> {
    const table = this.#table(target);
    return this.#found<Row>(table, table.columns, options);
  }

  /** Reads only some columns, since others may be large. */
  select<Row extends ObjectLiteral, Name extends keyof Row & string>(
    target: EntityTarget<Row>,
    names: readonly Name[],
    options: Find<Row> = {},
  ): Promise<Pick<Row, Name>[]> {
    const table = this.#table(target);
    const columns = names.map((name) => columnOf(table, name));
    return this.#found<Row>(table, columns, options);
  }

  async #found<Row extends ObjectLiteral>(
    table: EntityMetadata,
    columns: readonly ColumnMetadata[],
    options: Find<Row>,
  ): Promise<Row[]> {
    const { where = {}, order = {}, take, forUpdate, ...unknown } = options;
    // If options are spread into this, a name that is none of these would pass the types and be dropped silently.
    if (Object.keys(unknown).length > 0) throw new Error(`rows are not found by ${Object.keys(unknown).join(', ')}`);
    const values: unknown[] = [];
    const condition = this.#condition(table, where, values);
    const orders = Object.entries(order).map(([name, way]) => `${quoted(columnOf(table, name))} ${way}`);
    const sql = [
      `SELECT ${columns.map(quoted).join(', ')} FROM "${table.tableName}"${condition}`,
      orders.length > 0 ? ` ORDER BY ${orders.join(', ')}` : '',
      take === undefined ? '' : ` LIMIT ${Number(take)}`,
      forUpdate && this.#isPostgres ? ' FOR UPDATE' : '',
    ];
    const found = await this.query<ObjectLiteral[]>(sql.join(''), values);
    return found.map((row) => this.#entity<Row>(table, columns, row));
  }

  findBy<Row extends ObjectLiteral>(target: EntityTarget<Row>, where: Where<Row>): Promise<Row[]> {
    return this.find(target, { where });
  }

  async findOne<Row extends ObjectLiteral>(target: EntityTarget<Row>, options: Find<Row>): Promise<Row | null> {
    return (await this.find(target, { ...options, take: 1 }))[0] ?? null;
  }

  findOneBy<Row extends ObjectLiteral>(target: EntityTarget<Row>, where: Where<Row>): Promise<Row | null> {
    return this.findOne(target, { where });
  }

  async findOneByOrFail<Row extends ObjectLiteral>(target: EntityTarget<Row>, where: Where<Row>): Promise<Row> {
    const found = await this.findOneBy(target, where);
    if (found) return found;
    throw new Error(`no row of ${this.#table(target).tableName} where ${Object.keys(where).join(', ')} are as asked`);
  }

  async countBy<Row extends ObjectLiteral>(target: EntityTarget<Row>, where: Where<Row>): Promise<number> {
    const table = this.#table(target);
    const values: unknown[] = [];
    const condition = this.#condition(table, where, values);
    const sql = `SELECT COUNT(*) AS counted FROM "${table.tableName}"${condition}`;
    const [row] = await this.query<[{ counted: number | string }]>(sql, values);
    return Number(row.counted);
  }

  async existsBy<Row extends ObjectLiteral>(target: EntityTarget<Row>, where: Where<Row>): Promise<boolean> {
    return (await this.findOneBy(target, where)) !== null;
  }

  #mustBeOpen(): void {
    if (this.#ended) throw new Error('rows are used after the unit of work has ended');
  }

  get #isPostgres(): boolean {
    return this.#source.options.type === 'postgres';
  }

  #table<Row extends ObjectLiteral>(target: EntityTarget<Row>): EntityMetadata {
    return this.#source.getMetadata(target);
  }

  async #change(sql: string, values: readonly unknown[]): Promise<number> {
    return (await this.#run(sql, values)).affected ?? 0;
  }

  async #run(sql: string, values: readonly unknown[]): Promise<QueryResult> {
    this.#mustBeOpen();
    const runner: QueryRunner = this.#manager.queryRunner ?? this.#source.createQueryRunner();
    return runner.query(sql, [...values], true);
  }

  #insertion<Row extends ObjectLiteral>(table: EntityMetadata, rows: readonly Columns<Row>[]): Insertion {
    const columns = givenIn(table, rows[0] ?? {});
    const values: unknown[] = [];
    const tuples = rows.map((row) => {
      const given = givenIn(table, row);
      if (given.length !== columns.length || given.some((column, at) => column !== columns[at]))
        throw new Error(`rows of ${table.tableName} that are written at once must give the same columns`);
      const places = columns.map((column) => this.#bind(values, row[column.propertyName as keyof Row], column));
      return `(${places.join(', ')})`;
    });
    const into = `INSERT INTO "${table.tableName}" (${columns.map(quoted).join(', ')})`;
    return { sql: `${into} VALUES ${tuples.join(', ')}`, values, columns };
  }

  #entity<Row extends ObjectLiteral>(
    { target }: EntityMetadata,
    columns: readonly ColumnMetadata[],
    row: ObjectLiteral,
  ): Row {
    const entity = new (target as new () => ObjectLiteral)();
    for (const column of columns)
      entity[column.propertyName] = this.#source.driver.prepareHydratedValue(row[column.databaseName], column);
    return entity as Row;
  }

  #bind(values: unknown[], value: unknown, column: ColumnMetadata): string {
    values.push(this.#source.driver.preparePersistentValue(value, column));
    return this.#isPostgres ? `$${values.length}` : '?';
  }

  #condition<Row>(table: EntityMetadata, where: Where<Row>, values: unknown[]): string {
    const any = isList(where) ? where : [where];
    if (any.length === 0) return ' WHERE 1 = 0';
    const parts = any.map((all) => this.#all(table, all, values)).filter((part) => part !== '');
    return parts.length === 0 ? '' : ` WHERE ${parts.map((part) => `(${part})`).join(' OR ')}`;
  }

  #all<Row>(table: EntityMetadata, all: All<Row>, values: unknown[]): string {
    const parts = Object.entries(all).map(([name, wanted]) => {
      const column = columnOf(table, name);
      return comparisonOf(column, wanted, (value) => this.#bind(values, value, column));
    });
    return parts.join(' AND ');
  }
}

/**
 * The entities of a query's main table, in the order of its raw rows. TypeORM's own transformer, which also takes joined
 * entities apart, needs five times as long for a thousand rows.
 */
export function entitiesOf<Row extends ObjectLiteral>(
  { alias, connection, expressionMap }: SelectQueryBuilder<Row>,
  raw: readonly ObjectLiteral[],
): Row[] {
  const { target, columns } = expressionMap.mainAlias?.metadata ?? connection.getMetadata(alias);
  const read = columns
    .map((column) => ({ column, as: `${alias}_${column.databaseName}` }))
    .filter(({ as }) => raw[0] !== undefined && as in raw[0]);
  return raw.map((row) => {
    const entity = new (target as new () => ObjectLiteral)();
    for (const { column, as } of read)
      entity[column.propertyName] = connection.driver.prepareHydratedValue(row[as], column);
    return entity as Row;
  });
}

function comparisonOf(column: ColumnMetadata, wanted: unknown, bind: (value: unknown) => string): string {
  const name = quoted(column);
  if (wanted === null || wanted === undefined)
    throw new Error(`a condition on ${column.databaseName} has no value: IsNull() finds what is not set`);
  if (!(wanted instanceof FindOperator)) return `${name} = ${bind(wanted)}`;
  const { type, value, child } = wanted as FindOperator<unknown>;
  if (type === 'not') return `NOT (${comparisonOf(column, child ?? value, bind)})`;
  if (type === 'isNull') return `${name} IS NULL`;
  if (type === 'in') {
    const all = value as unknown as readonly unknown[];
    return all.length === 0 ? '1 = 0' : `${name} IN (${all.map(bind).join(', ')})`;
  }
  const sign = comparisons[type];
  if (!sign) throw new Error(`rows are not found by ${type}`);
  return `${name} ${sign} ${bind(value)}`;
}

/**
 * An undefined value counts as not given: an insert uses the column's default, an update leaves the column as it is.
 */
function givenIn<Row>(table: EntityMetadata, row: Columns<Row>): ColumnMetadata[] {
  return table.columns.filter(({ propertyName }) => row[propertyName as keyof Row] !== undefined);
}

/** To change every row of a table is never intended. */
function someOf<Row>(where: Where<Row>): Where<Row> {
  if (Object.keys(where).length === 0) throw new Error('a change of rows needs a condition');
  return where;
}

function columnOf(table: EntityMetadata, name: string): ColumnMetadata {
  const column = table.findColumnWithPropertyName(name);
  if (!column) throw new Error(`${table.tableName} has no column for ${name}`);
  return column;
}

const isList = <Row>(where: Where<Row>): where is readonly All<Row>[] => Array.isArray(where);

const quoted = ({ databaseName }: ColumnMetadata): string => `"${databaseName}"`;
