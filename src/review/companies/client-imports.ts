import { Injectable, Logger } from '@nestjs/common';
import type { Who } from '../../acts/act.js';
import { ActTools } from '../../acts/act-tools.js';
import { importClients } from '../../acts/import-clients.js';
import type { ImportOptions, ImportStep } from '../../companies/practice-import.js';
import { asProblem } from '../../ground/problem.js';

/** The progress of an import of a practice's clients. */
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

/** Imports in the background, one at a time: thousands of clients take minutes, and no browser waits that long. */
@Injectable()
export class ClientImports {
  readonly #log = new Logger('ClientImports');
  #state: ImportState | undefined;

  constructor(private readonly tools: ActTools) {}

  get state(): ImportState | undefined {
    return this.#state;
  }

  begin(clients: Pick<ImportOptions, 'mode' | 'postFrom'>, who: Who): void {
    const steps = importClients(this.tools, clients, who);
    if (this.#state?.running) return;
    this.#state = nothingYet;
    void this.#run(steps);
  }

  async #run(steps: AsyncIterable<ImportStep>): Promise<void> {
    let state = nothingYet;
    try {
      for await (const { imported, total } of steps) {
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
