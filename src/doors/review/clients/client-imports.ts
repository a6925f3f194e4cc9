import { Injectable, Logger } from '@nestjs/common';
import type { Who } from '../../../acts/act.js';
import { ActTools } from '../../../acts/act-tools.js';
import { importClients } from '../../../acts/companies/import-clients.js';
import type { ImportOptions, ImportStep } from '../../../companies/practice-import.js';
import { inWords } from '../../../journal/nouns/dates.js';
import { asProblem, type Problem, problem } from '../../../ground/problem.js';
import { modeWords } from '../frame/words.js';

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

type Clients = Pick<ImportOptions, 'mode' | 'postFrom'>;
type Begun = Clients & Pick<Who, 'actor'>;

const leftOutShownMax = 50;
const nothingYet: ImportState = { running: true, done: 0, imported: 0, known: 0, leftOut: [] };

/** Imports in the background, one at a time: thousands of clients take minutes, and no browser waits that long. */
@Injectable()
export class ClientImports {
  readonly #log = new Logger('ClientImports');
  #state: ImportState | undefined;
  #begun: Begun | undefined;

  constructor(private readonly tools: ActTools) {}

  get state(): ImportState | undefined {
    return this.#state;
  }

  /** Joins an import that is under way if it does the same; otherwise its clients would get a mode no one chose. */
  begin(clients: Clients, who: Who): void {
    const steps = importClients(this.tools, clients, who);
    if (this.#state?.running && this.#begun !== undefined) {
      const { mode, postFrom } = this.#begun;
      if (mode === clients.mode && postFrom === clients.postFrom) return;
      throw underWay(this.#begun);
    }
    this.#begun = { ...clients, actor: who.actor };
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

function underWay({ actor, mode, postFrom }: Begun): Problem {
  const from = postFrom === undefined ? 'the start of this tax month' : inWords(postFrom);
  return problem('import-under-way', {
    detail: `An import begun by ${actor} is under way: mode ${modeWords[mode]}, pay runs paid from ${from}. Nothing was changed.`,
    todo: 'Wait until it ends, as the page Clients shows, and import again then. A client that it has added keeps its mode until its policy is changed.',
  });
}
