import { paidInWords } from '../../../journal/nouns/pay-key.js';
import type { PayRunRecord, RunState } from '../../../record/runs/pay-run.entity.js';
import { stateWords } from '../../../views/words/words.js';
import { table } from '../output.js';

const words: Partial<Record<RunState, string>> = {
  posted: 'posted',
  held: 'HELD',
  not_ready: 'not due: payroll is not filed yet',
  nothing: 'nothing to post',
};

/** Every pay run with its state, then why each held one waits. */
export function demoSummary(runs: readonly PayRunRecord[]): string {
  const listed = table(runs, [
    { heading: 'Paid', value: (run) => paidInWords(run) },
    { heading: 'Payslips', value: (run) => run.payslips || '', right: true },
    { heading: 'Gross', value: (run) => shown(run, run.gross), right: true },
    { heading: 'Net', value: (run) => shown(run, run.net), right: true },
    { heading: 'HMRC', value: (run) => shown(run, run.taxAuthority), right: true },
    { heading: 'State', value: (run) => words[run.state] ?? stateWords[run.state] },
  ]);
  const held = runs.filter((run) => run.state === 'held');
  const reasons = held.flatMap((run) =>
    (run.mapped?.holds ?? []).map((hold) => `  paid ${paidInWords(run)}: ${hold.message}`),
  );
  const posted = runs.filter((run) => run.state === 'posted').length;
  const notDue = runs.filter((run) => run.state === 'not_ready').length;
  const nothing = runs.filter((run) => run.state === 'nothing').length;
  const counts = `${posted} posted, ${held.length} held, ${notDue} not due, ${nothing} with nothing to post`;
  return [listed, '', `${counts}.`, ...(held.length > 0 ? ['Held, because:', ...reasons] : [])].join('\n');
}

function shown(run: PayRunRecord, amount: PayRunRecord['gross']): string {
  return run.payslips === 0 || run.state === 'not_ready' ? '' : amount.inPounds().replace('£', '');
}
