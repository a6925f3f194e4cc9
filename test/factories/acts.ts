import type { Act, RunRef } from '../../src/acts/act.js';
import type { RunTools } from '../../src/acts/act-tools.js';
import { adjust, type AdjustAct } from '../../src/acts/runs/adjust.js';
import { amend } from '../../src/acts/runs/amend.js';
import { type ApproveAct, approve } from '../../src/acts/approval/approve.js';
import { decideRecovery, type RecoveryAct } from '../../src/acts/runs/decide-recovery.js';
import { decideField, type FieldAct } from '../../src/acts/runs/decide-field.js';
import { ignore } from '../../src/acts/runs/ignore.js';
import { post } from '../../src/acts/runs/post.js';
import type { RunSeen } from '../../src/acts/many.js';
import { postDifference } from '../../src/acts/payrolls/post-difference.js';
import { postMany } from '../../src/acts/runs/post-many.js';
import { rerun } from '../../src/acts/runs/rerun.js';
import { reverse } from '../../src/acts/runs/reverse.js';
import { type TakeBackAct, takeBack } from '../../src/acts/runs/take-back.js';
import { runFound } from '../../src/acts/runs/run-found.js';
import { signOff } from '../../src/acts/approval/sign-off.js';
import { signOffMany } from '../../src/acts/approval/sign-off-many.js';

/** The acts on pay runs, bound to the tools of one process. */
export function actsWith(given: Omit<RunTools, 'reruns'>) {
  const tools: RunTools = { ...given, reruns: new Map() };
  return {
    find: (ref: RunRef) => tools.database.read((rows) => runFound(rows, ref)),
    post: (ref: RunRef, act: Act) => post(tools, ref, act),
    postMany: (runs: readonly RunSeen[], act: Act) => postMany(tools, runs, act),
    approve: (ref: RunRef, act: ApproveAct) => approve(tools, ref, act),
    postDifference: (ref: RunRef, act: ApproveAct) => postDifference(tools, ref, act),
    decide: (ref: RunRef, act: FieldAct) => decideField(tools, ref, act),
    amend: (ref: RunRef, act: Act) => amend(tools, ref, act),
    reverse: (ref: RunRef, act: Act & { on?: string }) => reverse(tools, ref, act),
    ignore: (ref: RunRef, act: Act) => ignore(tools, ref, act),
    rerun: (ref: RunRef, act: Act) => rerun(tools, ref, act),
    takeBack: (ref: RunRef, act: TakeBackAct) => takeBack(tools, ref, act),
    adjust: (ref: RunRef, act: AdjustAct) => adjust(tools, ref, act),
    recover: (ref: RunRef, act: RecoveryAct) => decideRecovery(tools, ref, act),
    signOffMany: (runs: readonly RunSeen[], act: Act) => signOffMany(tools, runs, act),
    signOff: (ref: RunRef, act: Act) => signOff(tools, ref, act),
  };
}

export type BoundActs = ReturnType<typeof actsWith>;
