/** Section 2.17: how a transaction type treats the sign of its amount. */
type Sign = 'in' | 'out' | 'follows';

export const TRANSACTION_TYPES: Readonly<Record<string, Sign>> = {
  CREDIT: 'in',
  DEBIT: 'out',
  INT: 'follows',
  DIV: 'in',
  FEE: 'out',
  SRVCHG: 'out',
  DEP: 'in',
  ATM: 'follows',
  POS: 'follows',
  XFER: 'out',
  CHECK: 'out',
  PAYMENT: 'out',
  CASH: 'out',
  DIRECTDEP: 'in',
  DIRECTDEBIT: 'out',
  REPEATPMT: 'out',
  OTHER: 'follows',
};

const pounds = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 });

/** Seen live: "Coffee//POS/£3.50", with thousands and without the sign. */
export function fullDescription(description: string, pence: bigint, type = 'OTHER'): string {
  const size = pence < 0n ? -pence : pence;
  return `${description}//${type}/£${pounds.format(Number(size) / 100)}`;
}

export function signed(pence: bigint, type: string): bigint {
  const size = pence < 0n ? -pence : pence;
  const sign = TRANSACTION_TYPES[type];
  return sign === 'in' ? size : sign === 'out' ? -size : pence;
}
