import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { ReadRows } from '../../src/ground/rows.js';

/** The same rows, which also tell of each entity that they are asked for. */
export function watched(rows: ReadRows, asked: EntityTarget<ObjectLiteral>[]): ReadRows {
  return new Proxy(rows, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name, target);
      if (typeof found !== 'function') return found;
      return (...given: readonly unknown[]) => {
        if (typeof given[0] === 'function') asked.push(given[0] as EntityTarget<ObjectLiteral>);
        return Reflect.apply(found, target, given) as unknown;
      };
    },
  });
}
