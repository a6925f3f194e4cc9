import type { Said } from '../said.js';

/** `counterfoil_pay_runs{state="held"} 3` */
export const readMetrics = (text: string): readonly Said[] =>
  [...text.matchAll(/^counterfoil_pay_runs\{state="(\w+)"\} (\d+)$/gm)].flatMap(([, of = '', count = '']) =>
    count === '0' ? [] : [{ is: 'count.state', of, says: Number(count), door: 'metrics' }],
  );
