import { ApiToken } from '../access/api-token.entity.js';
import { FailedAttempt } from '../access/failed-attempt.entity.js';
import { SignInBegun } from '../access/oidc/sign-in-begun.entity.js';
import { Person, PersonName } from '../access/person.entity.js';
import { Session } from '../access/session.entity.js';
import { SignInLink } from '../access/sign-in-link.entity.js';
import { Quota } from '../books/quota.entity.js';
import { CompanyRow } from '../companies/company.entity.js';
import { Connection } from '../companies/connection.entity.js';
import { ConnectionRequest } from '../companies/connection-request.entity.js';
import { AuditRecord } from '../record/audit.entity.js';
import { ClientApproval } from '../record/client-approval.entity.js';
import { ClientMail } from '../record/messages/client-mail.entity.js';
import { LogAnchor } from '../evidence/log-anchor.entity.js';
import { SigningKey } from '../evidence/signing-key.entity.js';
import { Fact } from '../ground/facts.js';
import { PolicyVersion } from '../companies/policy-version.entity.js';
import { ControlNoteRow, ControlReading, KeptBalances } from '../record/controls.entity.js';
import { Actor } from '../record/actor.entity.js';
import { Decision } from '../record/runs/decision.entity.js';
import { Lease } from '../record/lease.entity.js';
import { HmrcPaid } from '../record/hmrc-paid.entity.js';
import { LogEntry } from '../record/log/log-entry.entity.js';
import { Mail } from '../record/messages/mail.entity.js';
import { LogFigures } from '../record/log/log-figures.entity.js';
import { Notification } from '../record/messages/notification.entity.js';
import { KeptAnswer } from '../record/kept-answer.entity.js';
import { PayPeriodRecord, TaxYearRecord } from '../record/runs/pay-period.entity.js';
import { PayrollFile } from '../record/runs/payroll-file.entity.js';
import { PayRunRecord } from '../record/runs/pay-run.entity.js';
import { Posting } from '../record/runs/posting.entity.js';
import { SyncRecord } from '../record/runs/sync-record.entity.js';
import { Assignment, Note } from '../record/work-of-persons.entity.js';
import { Write } from '../record/runs/write.entity.js';
import { YearInBooks } from '../record/year-in-books.entity.js';

/** Every table's class: the data source needs them in one list. */
export const entities = [
  Actor,
  Assignment,
  AuditRecord,
  ApiToken,
  ClientApproval,
  ClientMail,
  CompanyRow,
  Connection,
  ConnectionRequest,
  KeptBalances,
  ControlNoteRow,
  ControlReading,
  Decision,
  Fact,
  FailedAttempt,
  HmrcPaid,
  KeptAnswer,
  Lease,
  LogAnchor,
  LogEntry,
  Mail,
  Note,
  LogFigures,
  Notification,
  PayPeriodRecord,
  PayrollFile,
  PayRunRecord,
  Person,
  PersonName,
  PolicyVersion,
  Posting,
  Quota,
  Session,
  SignInBegun,
  SignInLink,
  SigningKey,
  SyncRecord,
  TaxYearRecord,
  Write,
  YearInBooks,
];
