import { hash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ColumnOptions, ValueTransformer } from 'typeorm';
import { parsePayPeriod, withoutPayslips } from '../../payrolls/service/wire.js';
import type { PayPeriod } from '../../journal/nouns/pay-run.js';

/**
 * One payslip repeats the one before it, 1 KiB back. With zlib's own sizes (a window of 32 KiB, and 16 KiB of output at
 * once) ten payslips take 180 microseconds instead of 60, nearly all of it to clear memory, and get no smaller.
 * Level 3 takes half as long as zlib's own 6, for a quarter of a KiB more in the database.
 */
const gzipOptions = { windowBits: 13, memLevel: 6, chunkSize: 4096, level: 3 };

/**
 * A pay period as payroll gave it, kept as evidence and for parsers of later releases. Nothing read from it is stored
 * as well: one source, one place to erase a person from. Each of its payslips has forty fields that are zero:
 * compressed, ten payslips take 1.6 KiB and not 13.
 */
export class StoredDocument {
  #period: PayPeriod | undefined;

  private constructor(
    /** As stored in the database. */
    readonly packed: string,
    period?: PayPeriod,
  ) {
    this.#period = period;
  }

  /** `period`: as it was just parsed. */
  static of(text: string, period?: PayPeriod): StoredDocument {
    return new StoredDocument(gzipSync(text, gzipOptions).toString('base64'), period);
  }

  static from(packed: string): StoredDocument {
    return new StoredDocument(packed);
  }

  /** Exactly the text that was hashed when it was read. */
  get text(): string {
    return gunzipSync(Buffer.from(this.packed, 'base64')).toString();
  }

  /** The hash that the log vouches for. */
  get contentHash(): string {
    return hash('sha256', this.text);
  }

  /** Whether this is the document that was hashed; one that someone made unreadable is not. */
  isOf(contentHash: string): boolean {
    try {
      return this.contentHash === contentHash;
    } catch {
      return false;
    }
  }

  /** Parsed once, however often it is asked for. */
  period(year: number): PayPeriod {
    return (this.#period ??= parsePayPeriod(JSON.parse(this.text), year));
  }

  /** Without a person's payslips; undefined if there are none. */
  without(isTheirs: (user: string) => boolean): StoredDocument | undefined {
    const text = withoutPayslips(this.text, isTheirs);
    return text === undefined ? undefined : StoredDocument.of(text);
  }
}

const document: ValueTransformer = {
  to: (value: StoredDocument | null | undefined) => value && value.packed,
  from: (value: string | null) => value && StoredDocument.from(value),
};

export const documentColumn = (): ColumnOptions => ({ type: 'text', nullable: true, transformer: document });
