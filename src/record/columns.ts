/**
 * What each column of the schema is, table by table. A test compares this with the schema of both databases, so that no
 * column is forgotten. `log verify` hashes what is vouched for, in the order given here.
 */
export interface TableColumns {
  /**
   * Vouched for by the log, in the order in which they are hashed: `log verify` finds a change that has no entry. The
   * log's own columns are hashed in its chain, an anchor's are signed.
   */
  readonly vouched?: readonly string[];
  /** Who acted: vouched for by salted hashes, so that a name can be erased. */
  readonly actors?: readonly string[];
  /**
   * Found too, without being hashed: a look-up key, a value whose hash is another column, or whether the row is there
   * at all.
   */
  readonly checked?: readonly string[];
  /** Who acted, where nothing vouches for it. */
  readonly acted?: readonly string[];
  /** Who a person who works here is; erased with their name. */
  readonly works?: readonly string[];
  /**
   * Who is paid, what they are paid, or words that may name them: erased with the person, with the client, and once the
   * years of retention are over. They may be vouched for as well.
   */
  readonly personal?: readonly string[];
  /** Sealed with the secret key, or kept as a hash alone. */
  readonly secret?: readonly string[];
  /** May be lost or altered without making anything recorded untrue: it is worked out, or asked for, again. */
  readonly operational?: readonly string[];
}

/** What a sync works out afresh for a run of any kind, from payroll and the record. */
const workedOut = [
  ...['state', 'reason', 'paye_ni', 'owed_elsewhere', 'hold_codes', 'warning_codes', 'judged', 'policy_version'],
  ...['journal_set', 'posted_on', 'posted_at', 'origin', 'gone', 'updated_at'],
] as const;

export const columns = {
  people: {
    vouched: [
      ...['id', 'name', 'email', 'login', 'issuer', 'subject', 'role', 'pay', 'companies', 'active', 'salt'],
      'created_at',
    ],
    works: ['name', 'email', 'login', 'issuer', 'subject'],
    secret: ['salt'],
    operational: ['digest'],
  },
  person_names: { vouched: ['name', 'person_id', 'salt'], works: ['name'], secret: ['salt'] },
  api_tokens: {
    vouched: ['id', 'person_id', 'name', 'role', 'pay', 'companies', 'hash', 'created_at', 'revoked_at'],
    works: ['name'],
    secret: ['hash'],
    operational: ['last_used_at'],
  },
  sessions: {
    vouched: ['id_hash', 'person_id', 'token_id', 'created_at', 'expires_at'],
    secret: ['id_hash', 'csrf', 'id_token'],
    operational: ['seen_at'],
  },
  sign_in_links: {
    vouched: ['code_hash', 'person_id', 'mailed', 'created_at', 'expires_at', 'used_at'],
    secret: ['code_hash'],
  },
  sign_ins_begun: {
    secret: ['state_hash', 'browser_hash', 'session_hash', 'nonce', 'verifier'],
    operational: ['expires_at'],
  },
  failed_attempts: { operational: ['scope', 'counted', 'since'] },

  connections: {
    vouched: ['approval'],
    checked: ['id'],
    personal: ['problem'],
    secret: ['access_token', 'refresh_token'],
    operational: [
      ...['kind', 'name', 'origin', 'practice', 'state', 'access_expires_at', 'refreshing_by', 'refreshing_until'],
      ...['decided', 'created_at', 'updated_at'],
    ],
  },
  connection_requests: {
    acted: ['actor'],
    personal: ['details'],
    secret: ['state_hash', 'session_hash', 'verifier'],
    operational: ['created_at', 'expires_at'],
  },
  companies: {
    personal: ['problem'],
    vouched: [
      ...['id', 'connection_id', 'name', 'subdomain', 'books_id', 'prefix', 'life', 'start_date', 'type'],
      ...['policy_version', 'created_at', 'left_at', 'accounting_year_end'],
    ],
    operational: [...['books_name', 'decided', 'last_synced_at', 'last_verified_at'], 'verify_findings'],
  },
  policies: {
    vouched: ['version', 'policy', 'reason', 'created_at'],
    actors: ['actor'],
    checked: ['company_id'],
    personal: ['policy', 'reason'],
  },
  quotas: {
    operational: ['scope', 'minute_from', 'minute_used', 'hour_from', 'hour_used', 'closed_at', 'closed_until'],
  },

  book_leases: { operational: ['company_id', 'holder', 'until', 'fence'] },
  tax_years: { operational: ['company_id', 'year', 'adopted_at', 'listed_at', 'full_read_at', 'payments'] },
  payroll_files: {
    vouched: ['id', 'kind', 'year', 'name', 'hash', 'bytes', 'taken', 'received_at', 'withdrawn_at'],
    actors: ['actor'],
    checked: ['company_id'],
    personal: ['name', 'taken'],
    operational: ['decided'],
  },
  pay_periods: {
    vouched: ['year', 'period', 'dated_on', 'status', 'allowance', 'cis', 'content_hash'],
    checked: ['company_id', 'document', 'gone_at'],
    personal: ['document'],
    operational: [
      ...['service_updated_at', 'employer_ni_directors', 'employer_ni_employees', 'j814'],
      ...['owed_elsewhere', 'returned', 'read_at', 'read_twice'],
    ],
  },
  pay_runs: {
    vouched: [
      ...['tag', 'year', 'period', 'dated_on', 'payslips', 'gross', 'net', 'tax_authority', 'pension', 'other'],
      ...['fingerprint', 'signed_off_at', 'signed_off_fingerprint'],
      ...['kind', 'number', 'run_tag', 'entered', 'note', 'due_on', 'in_payment'],
    ],
    actors: ['signed_off_by', 'entered_by'],
    personal: ['mapped', 'plan', 'roles', 'reason', 'note', 'entered'],
    checked: ['company_id'],
    operational: ['first_seen_at', ...workedOut],
  },
  postings: {
    vouched: [
      ...['id', 'run_tag', 'tag', 'kind', 'generation', 'state', 'origin', 'journal_set', 'dated_on', 'description'],
      ...['lines', 'fingerprint', 'policy_version', 'roles', 'write_id', 'post_again', 'created_at', 'ended_at'],
      'document_hash',
    ],
    checked: ['company_id'],
    personal: ['description', 'lines', 'roles'],
    operational: ['read_at', 'finding'],
  },
  writes: {
    vouched: [
      ...['id', 'run_tag', 'tag', 'kind', 'state', 'target', 'target_fingerprint', 'before', 'before_fingerprint'],
      ...['set_url', 'dated_on', 'answer', 'decision_id', 'post_again', 'sync_id', 'trigger', 'policy_version'],
      ...['roles', 'created_at', 'settled_at'],
    ],
    actors: ['actor'],
    personal: ['target', 'before', 'answer', 'roles'],
    checked: ['company_id'],
    operational: [
      ...['document_hash', 'decided', 'send_by', 'holder', 'fence', 'attempts', 'waited_ms', 'looked_at'],
      ...['looked_at_service', 'look_again_at'],
    ],
  },
  decisions: {
    vouched: [
      ...['id', 'company_id', 'connection_id', 'scope', 'kind', 'tag', 'field', 'user_path', 'treatment', 'hold_code'],
      ...['fingerprint', 'figures', 'on_date', 'reason', 'at', 'ended_at'],
    ],
    actors: ['actor'],
    personal: ['user_path', 'reason', 'figures'],
  },
  syncs: {
    acted: ['actor'],
    personal: ['request', 'progress', 'result', 'planned', 'problem'],
    operational: ['id', 'company_id', 'trigger', 'state', 'queued_at', 'started_at', 'ended_at'],
  },
  audits: {
    personal: ['answer', 'should'],
    operational: ['company_id', 'year', 'read_at', 'wrong', 'misstated'],
  },
  years_in_books: { personal: ['spans'], operational: ['company_id', 'year', 'read_at', 'log_seq'] },

  control_readings: {
    personal: ['causes', 'accounts', 'problem'],
    operational: ['company_id', 'as_on', 'read_at', 'state', 'exceptions', 'log_seq'],
  },
  control_balances: { personal: ['lines'], operational: ['company_id', 'day', 'read_at'] },
  control_notes: {
    acted: ['actor'],
    personal: ['user_path', 'named_as', 'reason', 'ended_why'],
    operational: ['id', 'company_id', 'account', 'kind', 'item', 'amount', 'due_on', 'created_at', 'ended_at'],
  },

  /** A person's statement: the log has each, and the day. */
  hmrc_paid: { acted: ['actor'], operational: ['id', 'company_id', 'item', 'paid_on', 'amount', 'at', 'ended_at'] },

  assignments: { operational: ['company_id', 'tag', 'person_id', 'at'] },
  notes: {
    vouched: ['id', 'tag', 'words', 'at'],
    actors: ['actor'],
    checked: ['company_id'],
    personal: ['words'],
  },
  client_approvals: {
    vouched: [
      ...['id', 'year', 'period', 'fingerprint', 'code_hash', 'asked_through', 'asked_at', 'expires_at', 'answer'],
      ...['answered_by', 'words', 'answered_at', 'ended_at'],
    ],
    actors: ['asked_by'],
    personal: ['answered_by', 'words'],
    checked: ['company_id'],
    secret: ['code_hash'],
  },

  actors: {
    vouched: ['id', 'hash'],
    checked: ['name', 'salt'],
    works: ['name'],
    secret: ['salt'],
    operational: ['created_at', 'erased_at'],
  },
  log: {
    vouched: [
      ...['company_id', 'seq', 'at', 'sync_id', 'trigger', 'act', 'outcome', 'tag', 'journal_set', 'fingerprint'],
      ...['policy_version', 'answer', 'hold_codes', 'ref', 'carries', 'witness', 'previous', 'hash'],
    ],
    actors: ['actor'],
    checked: ['id'],
  },
  log_heads: { vouched: ['company_id', 'seq', 'hash'] },
  log_figures: {
    vouched: ['seq', 'tag', 'payslips', 'gross', 'net', 'tax_authority'],
    checked: ['company_id'],
    personal: ['gross', 'net', 'tax_authority'],
  },
  log_anchors: {
    vouched: ['number', 'at', 'why', 'previous', 'root', 'heads', 'key_id', 'signature'],
    operational: ['file_problem'],
  },
  signing_keys: {
    secret: ['private_key'],
    operational: ['id', 'public_key', 'created_at', 'retired_at'],
  },

  /** The ends of the chains are here. Everything else here may be lost, a company's people in the books included. */
  facts: { checked: ['name', 'value'], personal: ['value'] },
  kept_answers: {
    personal: ['headers', 'body'],
    operational: ['scope', 'key', 'request_hash', 'token', 'rights', 'status', 'begun_at', 'expires_at'],
  },
  notifications: {
    personal: ['payload'],
    operational: [
      ...['id', 'company_id', 'kind', 'once', 'attempts', 'next_at', 'delivered_at', 'gave_up_at', 'created_at'],
    ],
  },
  /** What was sent is in the log, with the link that it carried. */
  client_mails: {
    acted: ['actor'],
    personal: ['address'],
    operational: [
      ...['id', 'company_id', 'year', 'period', 'kind', 'fingerprint', 'once', 'through', 'link_id', 'attempts'],
      ...['next_at', 'sent_at', 'gave_up_at', 'why', 'created_at'],
    ],
  },
  mails: {
    operational: [...['id', 'person_id', 'kind', 'once', 'attempts', 'next_at', 'sent_at', 'gave_up_at', 'created_at']],
  },
} as const satisfies Record<string, TableColumns>;
