import { pdfOf } from '../../src/evidence/formats/pdf.js';
import { textsInPdf } from './pdf-text.js';

it('what our PDFs print is read, in the order in which it is set', async () => {
  const about = {
    ...{ company: 'Ash Ltd', month: 'October 2025', taxYear: '2025/26', year: '2026', period: '6' },
    ...{ asAt: '2025-11-07T09:00:00.000Z', shows: 'totals only' as const },
  };
  const facts = [
    { label: 'Gross pay', value: '1234.56', as: 'money' as const },
    { label: 'Fiancée', value: 'Zoë “fi” O’Neil' },
  ];
  const texts = textsInPdf(await pdfOf(about, [{ title: 'Summary', blocks: [{ kind: 'facts', facts }] }]));
  const printed = texts.join('|');
  for (const words of ['Ash Ltd · October 2025', 'Summary', 'Gross pay', '1,234.56', 'Fiancée', 'Zoë “fi” O’Neil'])
    expect(printed).toContain(words);
});
