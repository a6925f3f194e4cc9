import { Injectable, Logger } from '@nestjs/common';
import { type ImportOptions, PracticeImport } from '../../companies/practice-import.js';
import { asProblem } from '../../ground/problem.js';

/** How an import of a practice's clients stands. */
export interface ImportState {
  readonly running: boolean;
  readonly done: number;
  readonly total?: number;
  readonly imported: number;
  readonly known: number;
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[];
  readonly problem?: string;
}

const leftOutShownMax = 50;
const nothingYet: ImportState = { running: true, done: 0, imported: 0, known: 0, leftOut: [] };

/** Imports behind the page: thousands of clients take minutes, and a browser does not wait so long. One at a time. */
@Injectable()
export class ClientImports {
  readonly #log = new Logger('ClientImports');
  #state: ImportState | undefined;

  constructor(private readonly practice: PracticeImport) {}

  get state(): ImportState | undefined {
    return this.#state;
  }

  begin(options: ImportOptions): void {
    if (this.#state?.running) return;
    this.#state = nothingYet;
    void this.#run(options);
  }

  async #run(options: ImportOptions): Promise<void> {
    let state = nothingYet;
    try {
      for await (const { imported, total } of this.practice.run(options)) {
        const { outcome } = imported;
        state = {
          ...state,
          total,
          done: state.done + 1,
          imported: state.imported + (outcome === 'imported' ? 1 : 0),
          known: state.known + (outcome === 'known' ? 1 : 0),
          leftOut: outcome === 'leftOut' ? [...state.leftOut, imported].slice(0, leftOutShownMax) : state.leftOut,
        };
        this.#state = state;
      }
    } catch (error) {
      this.#log.error(error);
      state = { ...state, problem: asProblem(error).detail };
    }
    this.#state = { ...state, running: false };
  }
}
