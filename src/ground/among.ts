import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/** Only the rows with one of these values in the column, none if there are no values; all rows without a list. */
export function onlyAmong<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  column: string,
  values: readonly string[] | null | undefined,
): SelectQueryBuilder<Row> {
  if (values === null || values === undefined) return query;
  // SQL has no empty list.
  if (values.length === 0) return query.andWhere('1 = 0');
  const name = `among${Object.keys(query.getParameters()).length}`;
  return query.andWhere(`${column} IN (:...${name})`, { [name]: values });
}
