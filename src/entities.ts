import { ApiToken } from './api/api-token.entity.js';
import { FailedAttempt } from './api/failed-attempt.entity.js';
import { Session } from './api/session.entity.js';
import { SignInLink } from './api/sign-in-link.entity.js';
import { Quota } from './books/quota.entity.js';
import { CompanyRow } from './companies/company.entity.js';
import { Connection } from './companies/connection.entity.js';
import { ConnectionRequest } from './companies/connection-request.entity.js';
import { Fact } from './facts.js';
import { PolicyVersion } from './companies/policy-version.entity.js';
import { Decision } from './postings/decision.entity.js';
import { Lease } from './postings/lease.entity.js';
import { LogEntry } from './postings/log-entry.entity.js';
import { Notification } from './postings/notification.entity.js';
import { PayPeriodRecord, TaxYearRecord } from './postings/pay-period.entity.js';
import { PayRunRecord } from './postings/pay-run.entity.js';
import { Posting } from './postings/posting.entity.js';
import { SyncRecord } from './postings/sync-record.entity.js';
import { Write } from './postings/write.entity.js';

/** Every table's class, in one place for the data source. */
export const entities = [
  ApiToken,
  CompanyRow,
  Connection,
  ConnectionRequest,
  Decision,
  Fact,
  FailedAttempt,
  Lease,
  LogEntry,
  Notification,
  PayPeriodRecord,
  PayRunRecord,
  PolicyVersion,
  Posting,
  Quota,
  Session,
  SignInLink,
  SyncRecord,
  TaxYearRecord,
  Write,
];
