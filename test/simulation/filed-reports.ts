import { zipSync } from 'fflate';
import { type Figures, netOf } from './filed-figures.js';
import { pounds } from './filed-years.js';

/** Payslip reports, as CSV or as an Excel workbook, with a column for everything that has one. */

const fields = {
  Basic: 'basic_pay',
  SMP: 'statutory_maternity_pay',
  PAYE: 'tax_deducted',
  NI: 'employee_ni',
  'ER NI': 'employer_ni',
  Loan: 'student_loan_deduction',
  PGL: 'postgrad_loan_deduction',
  Pension: 'employee_pension',
  'Pension RAS': 'employee_pension_not_under_net_pay',
  Union: 'other_deductions_from_net_pay',
  'ER pension': 'employer_pension',
  Days: 'information',
};
export const reportColumns = { person: 'Ref', name: 'Name', fields, net: 'Net', totals: 'Total' };

const pensionFields = { 'ER pension': 'employer_pension' };
export const pensionColumns = { person: 'Ref', name: 'Name', fields: pensionFields };

export interface ReportRow {
  readonly payId: string;
  readonly person: number;
  readonly figures: Figures;
  readonly employersPension: number;
}

type Cells = readonly string[];
export type Written = 'csv' | 'xlsx';

interface Report {
  /** It makes no two of them the same. */
  readonly serial: number;
  readonly as: Written;
  /** The first row is not there, and its total still counts it. */
  readonly isCut?: boolean;
}

export function reportFile(rows: readonly ReportRow[], { serial, as, isCut = false }: Report): Uint8Array {
  const amounts = rows.map(amountsOf);
  const totals = (amounts[0] ?? []).map((_, at) => amounts.reduce((sum, one) => sum + (one[at] ?? 0), 0));
  const shown = (all: readonly number[]) => [...all.slice(0, -1).map(pounds), '5', pounds(all.at(-1) ?? 0)];
  return written(
    [
      [`Payslips ${serial}`],
      ['Ref', 'Name', ...Object.keys(fields), 'Net'],
      ...rows
        .map((row, at) => [row.payId, `Ash, Person${row.person}`, ...shown(amounts[at] ?? [])])
        .slice(isCut ? 1 : 0),
      ['Total', '', ...shown(totals)],
    ],
    as,
  );
}

export const pensionFile = (
  rows: readonly Pick<ReportRow, 'payId' | 'person' | 'employersPension'>[],
  serial: number,
  as: Written,
): Uint8Array =>
  written(
    [
      [`Pensions ${serial}`],
      ['Ref', 'Name', ...Object.keys(pensionFields)],
      ...rows.map(({ payId, person, employersPension }) => [payId, `Person${person} Ash`, pounds(employersPension)]),
    ],
    as,
  );

/** Without the column of information; the last is the net pay. */
const amountsOf = ({ figures: one, employersPension }: ReportRow): readonly number[] => [
  ...[one.gross - one.parental, one.parental, one.tax, one.ownNi, one.employerNi, one.loan, one.postgrad],
  ...[one.pension, one.relief, one.union, employersPension, netOf(one)],
];

function written(lines: readonly Cells[], as: Written): Uint8Array {
  if (as === 'xlsx') return workbook(lines);
  const quoted = (cell: string) => (cell.includes(',') ? `"${cell}"` : cell);
  return new TextEncoder().encode(lines.map((cells) => cells.map(quoted).join(',')).join('\r\n'));
}

/** With numbers as numbers. */
function workbook(lines: readonly Cells[]): Uint8Array {
  const cellOf = (cell: string, at: string) =>
    /^-?\d+(\.\d+)?$/.test(cell)
      ? `<c r="${at}"><v>${cell}</v></c>`
      : `<c r="${at}" t="inlineStr"><is><t>${cell}</t></is></c>`;
  const rows = lines.map((cells, at) => {
    const inRow = cells.map((cell, column) => cellOf(cell, `${String.fromCharCode(65 + column)}${at + 1}`));
    return `<row r="${at + 1}">${inRow.join('')}</row>`;
  });
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packaged = 'http://schemas.openxmlformats.org/package/2006';
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Report" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows.join('')}</sheetData></worksheet>`,
  };
  const bytes = Object.fromEntries(
    Object.entries(parts).map(([name, xml]) => [name, new TextEncoder().encode(`<?xml version="1.0"?>${xml}`)]),
  );
  return zipSync(bytes, { mtime: new Date(1980, 0, 1) });
}
