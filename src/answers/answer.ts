import type * as z from 'zod';
import type { PayShown } from '../access/pay-reads.js';
import type { Principal, Role } from '../access/principal.js';
import type { Answer } from './named.js';

/** The parts of the process, by their class: what an answer is made with is loaded only when it is asked for. */
export interface Parts {
  get<Part>(type: abstract new (...of: never[]) => Part): Part;
}

export interface Asked {
  readonly parts: Parts;
  readonly who: Principal;
  /** Of a change: the version that was read, `If-Match` of a program and `--if-version` of a command. */
  readonly seen?: number;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * What can be asked or done, declared once: its route, description, command, `--json` and row in the matrix of rights are
 * made from it. `takes` has the address too, by the names in the route; `gives` names all that leaves.
 */
export interface Declared<Takes extends z.ZodObject = z.ZodObject, Gives extends z.ZodType = z.ZodType> {
  /** Of the operation, as generated clients call it: listPeople. */
  readonly name: string;
  readonly at: `${Method} /api/${string}`;
  /** The heading under which it is described. */
  readonly of: string;
  readonly takes: Takes;
  readonly gives: Gives;
  /** The lowest role that may; with `everywhere` it takes reach of every company. */
  readonly role: Role | `${Role} everywhere`;
  /** As `--help` has it, and the API with a capital letter. */
  readonly summary: string;
  readonly description?: string;
  /** The pay that it shows to those who may see it: each reading is logged. */
  readonly showsPay?: PayShown;
  /** Where the answer is not 200. */
  readonly status?: 201 | 202;
  /** How it may refuse, besides what every read or act may. */
  readonly refuses?: readonly (409 | 422 | 502)[];
  /** The answer has a link or a token: it is not kept for a repeat. */
  readonly isSecret?: true;
  /** Of a policy, or of what is part of it: `policyVersion` of the answer is its ETag, and a change has to name the one it read. */
  readonly isVersioned?: true;
  /** Where to follow what was begun: the header `Location`. */
  location?(answer: z.output<Gives>): string | undefined;
  does(asked: Asked, given: z.output<Takes>): Promise<Answer<Gives>>;
}

export const reads = <Takes extends z.ZodObject, Gives extends z.ZodType>(row: Declared<Takes, Gives>) => row;
export const acts = <Takes extends z.ZodObject, Gives extends z.ZodType>(row: Declared<Takes, Gives>) => row;
