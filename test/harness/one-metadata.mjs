// TypeORM builds what it knows of our entities anew for every database that is opened: 30 ms of processor time, in
// thousands of tests. It is the same for all databases of one kind, so each process builds it once for a kind.
import { DataSource } from 'typeorm';

const built = new Map();
const build = DataSource.prototype.buildMetadatas;

DataSource.prototype.buildMetadatas = async function buildOnce() {
  const { type, entities = [], migrations = [] } = this.options;
  const key = [type, ...[...entities, ...migrations].map(({ name }) => name)].join(' ');
  const before = built.get(key);
  if (before) return void Object.assign(this, before);
  await build.call(this);
  const { subscribers, entityMetadatas, entityMetadatasMap, migrations: made } = this;
  built.set(key, { subscribers, entityMetadatas, entityMetadatasMap, migrations: made });
};
