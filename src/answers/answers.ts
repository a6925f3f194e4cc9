import { changeAllocations, previewAllocations, getAllocations } from './allocations.js';
import { actsOnAdjustments, enterAdjustment, listAdjustments } from './adjustments.js';
import { listClientLinks, makeClientLink, withdrawClientLink } from './client-links.js';
import { askForApprovals, listClientApprovals } from './client-approvals.js';
import { getAudit, listAudits, startAudits } from './audits.js';
import { listBilling } from './billing.js';
import * as companies from './companies.js';
import { acceptDifference, bringForward, getControlAccounts, getYearOfBooks } from './control-accounts.js';
import { actsOnPayRuns, getPayRun, getPayRunById, listPayRuns, postManyRuns, recheckRun } from './pay-runs.js';
import { listEvents, getEvent } from './events.js';
import * as files from './payroll-files.js';
import * as people from './people.js';
import { listHmrcDue, sayHmrcPaid } from './hmrc-due.js';
import { listSyncs, startSync } from './syncs.js';
import { assignRun, noteRun, getWork } from './work.js';

/**
 * Everything that programs can ask and do, but for what is streamed or uploaded. A new one is written with its like,
 * and a line here. Where two routes fit one address, the first is taken.
 */
export const declaredRows = [
  ...[startSync, listSyncs],
  ...[listPayRuns, postManyRuns, getPayRun, getPayRunById, ...actsOnPayRuns, recheckRun],
  ...[listEvents, getEvent],
  ...[startAudits, listAudits, getAudit],
  ...[getWork, assignRun, noteRun],
  ...[listAdjustments, enterAdjustment, ...actsOnAdjustments],
  ...[companies.listCompanies, companies.connectCompany, companies.pauseCompany, companies.resumeCompany],
  ...[companies.leaveCompany, companies.eraseOfCompany, listBilling],
  ...[companies.getPolicy, companies.changePolicy, companies.requireApproval],
  ...[getAllocations, changeAllocations, previewAllocations],
  ...[listClientApprovals, askForApprovals],
  ...[listClientLinks, makeClientLink, withdrawClientLink],
  ...[files.listPayrollFiles, files.withdrawPayrollFile, files.movePayroll, files.listPayrollSources],
  ...[files.listPayrollPeople, files.getPensions, files.sayPensions],
  ...[getControlAccounts, getYearOfBooks, acceptDifference, bringForward],
  ...[listHmrcDue, sayHmrcPaid],
  ...[people.listPeople, people.addPerson, people.changePerson, people.erasePerson],
  ...[people.listSessions, people.revokeSession],
] as const;
