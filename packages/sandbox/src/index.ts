/** Everything a program may use; README.md shows how, docs/ what the sandbox answers. */
export { type Answer, ConnectionDropped, type SandboxRequest } from './answer.js';
export type { FaultInput, FaultMatch } from './controls/fault-options.js';
export { FaultError, type FaultState } from './controls/faults.js';
export type { RequestFilter, SentRequest } from './controls/request-log.js';
export type { SandboxClock } from './engine/clock.js';
export { FileError } from './kept.js';
export type { KitSet } from './kit/books.js';
export {
  type CaseResult,
  type KitOptions,
  type KitReport,
  type Outcome,
  PLACES,
  runFaults,
  SuiteError,
} from './kit/kit.js';
export { CommandError } from './kit/run.js';
export { SUITES } from './kit/suites.js';
export { reportText } from './kit/table.js';
export {
  createSandbox,
  type ListenOptions,
  type Sandbox,
  type SandboxCredentials,
  type SandboxOptions,
  SnapshotError,
} from './sandbox.js';
export { ScenarioError, type ScenarioInput } from './scenario.js';
export type { CompanyCredentials, EntryUrls } from './world.js';
