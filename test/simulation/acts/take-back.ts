import type { FiledPayroll } from '../filed-payroll.js';
import { tagOf } from '../payroll.js';
import type { Random } from '../random.js';
import type { Stage } from '../stage.js';
import { editSet } from './books.js';

/** People alter the journal of a pay run in the books, that is found, and someone takes its file back by mistake. */
export async function takeBackAltered(stage: Stage, filed: FiledPayroll, random: Random): Promise<void> {
  const rows = await stage.rows();
  const posted = filed.runs.filter((run) => rows.some(({ tag, state }) => tag === tagOf(run) && state === 'posted'));
  const mayGo = filed.missable.filter(({ run }) => run !== undefined && posted.includes(run));
  if (mayGo.length === 0) return;
  const file = random.pick(mayGo);
  const set = (await stage.service.sets()).find(({ tag }) => file.run !== undefined && tag === tagOf(file.run));
  if (set === undefined) return;
  await editSet(stage, set, random.pick(['amount', 'double', 'double']));
  await stage.verify();
  stage.report.reach('the file of an altered journal was to be taken back');
  stage.log(`${file.name} is to be taken back by mistake, and its journal was altered`);
  filed.files.takeBack(file, true);
  await stage.deliver(filed.periods);
  await stage.sync();
}
