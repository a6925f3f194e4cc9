/**
 * What each column of the schema is, table by table; a test compares it with the schema of both databases, so that no
 * column is forgotten. `log verify` hashes what is vouched for, as it is listed here.
 */
export interface TableColumns {
  /**
   * Vouched for by the log, in the order in which they are hashed: whoever changes one without an entry of the log is
   * found by `log verify`. The log's own are hashed in its chain, an anchor's are signed.
   */
  readonly vouched?: readonly string[];
  /** Who acted: vouched for by salted hashes, so that a name can be erased. */
  readonly actors?: readonly string[];
  /** Who a person is, what somebody is paid, or words that may name them; they may be vouched for as well. */
  readonly personal?: readonly string[];
  /** Sealed with the secret key, or kept as a hash alone. */
  readonly secret?: readonly string[];
  /** May be lost, or altered, without anything that is recorded becoming untrue: it is worked out again, or asked for again. */
  readonly operational?: readonly string[];
}

/** What a sync works out again of a run of any kind, from payroll and from what is recorded. */
const workedOut = [
  ...['state', 'reason', 'paye_ni', 'owed_elsewhere', 'hold_codes', 'warning_codes', 'judged', 'policy_version'],
  ...['journal_set', 'posted_on', 'posted_at', 'origin', 'gone', 'updated_at'],
] as const;

export const columns = {
  people: {
    personal: ['name', 'email', 'login', 'issuer', 'subject'],
    operational: ['id', 'role', 'pay', 'companies', 'digest', 'active', 'created_at'],
  },
  person_names: { personal: ['name'], operational: ['person_id'] },
  api_tokens: {
    personal: ['name'],
    secret: ['hash'],
    operational: ['id', 'person_id', 'role', 'pay', 'companies', 'created_at', 'last_used_at', 'revoked_at'],
  },
  sessions: {
    secret: ['id_hash', 'csrf', 'id_token'],
    operational: ['person_id', 'token_id', 'seen_at', 'created_at', 'expires_at'],
  },
  sign_in_links: {
    secret: ['code_hash'],
    operational: ['person_id', 'mailed', 'created_at', 'expires_at', 'used_at'],
  },
  sign_ins_begun: {
    secret: ['state_hash', 'browser_hash', 'session_hash', 'nonce', 'verifier'],
    operational: ['expires_at'],
  },
  failed_attempts: { operational: ['scope', 'counted', 'since'] },

  connections: {
    secret: ['access_token', 'refresh_token'],
    operational: [
      ...[
        'id',
        'kind',
        'name',
        'origin',
        'practice',
        'state',
        'access_expires_at',
        'refreshing_by',
        'refreshing_until',
      ],
      ...['problem', 'approval', 'decided', 'created_at', 'updated_at'],
    ],
  },
  connection_requests: {
    personal: ['details', 'actor'],
    secret: ['state_hash', 'session_hash', 'verifier'],
    operational: ['created_at', 'expires_at'],
  },
  companies: {
    vouched: [
      ...['id', 'connection_id', 'name', 'subdomain', 'books_id', 'prefix', 'life', 'start_date', 'type'],
      ...['policy_version', 'created_at', 'left_at', 'accounting_year_end'],
    ],
    operational: [...['books_name', 'decided', 'problem', 'last_synced_at', 'last_verified_at'], 'verify_findings'],
  },
  policies: {
    vouched: ['version', 'policy', 'reason', 'created_at'],
    actors: ['actor'],
    personal: ['policy', 'reason'],
    operational: ['company_id'],
  },
  quotas: {
    operational: ['scope', 'minute_from', 'minute_used', 'hour_from', 'hour_used', 'closed_at', 'closed_until'],
  },

  book_leases: { operational: ['company_id', 'holder', 'until', 'fence'] },
  tax_years: { operational: ['company_id', 'year', 'adopted_at', 'listed_at', 'full_read_at', 'payments'] },
  pay_periods: {
    vouched: ['year', 'period', 'dated_on', 'status', 'allowance', 'cis', 'content_hash'],
    personal: ['document'],
    operational: [
      ...['company_id', 'service_updated_at', 'employer_ni_directors', 'employer_ni_employees', 'j814'],
      ...['owed_elsewhere', 'read_at', 'read_twice', 'gone_at'],
    ],
  },
  pay_runs: {
    vouched: [
      ...['tag', 'year', 'period', 'dated_on', 'payslips', 'gross', 'net', 'tax_authority', 'pension', 'other'],
      ...['fingerprint', 'signed_off_at', 'signed_off_fingerprint'],
      ...['kind', 'number', 'run_tag', 'entered', 'note', 'due_on', 'in_payment'],
    ],
    actors: ['signed_off_by', 'entered_by'],
    personal: ['mapped', 'plan', 'roles', 'reason', 'note'],
    operational: ['company_id', 'first_seen_at', ...workedOut],
  },
  postings: {
    vouched: [
      ...['id', 'run_tag', 'tag', 'kind', 'generation', 'state', 'origin', 'journal_set', 'dated_on', 'description'],
      ...['lines', 'fingerprint', 'policy_version', 'roles', 'write_id', 'post_again', 'created_at', 'ended_at'],
      'document_hash',
    ],
    personal: ['description', 'lines', 'roles'],
    operational: ['company_id', 'read_at', 'finding'],
  },
  writes: {
    vouched: [
      ...['id', 'run_tag', 'tag', 'kind', 'state', 'target', 'target_fingerprint', 'before', 'before_fingerprint'],
      ...['set_url', 'dated_on', 'answer', 'decision_id', 'post_again', 'sync_id', 'trigger', 'policy_version'],
      ...['roles', 'created_at', 'settled_at'],
    ],
    actors: ['actor'],
    personal: ['target', 'before', 'answer', 'roles'],
    operational: [
      ...['company_id', 'document_hash', 'send_by', 'holder', 'fence', 'attempts', 'waited_ms', 'looked_at'],
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
    personal: ['actor', 'request', 'progress', 'result', 'problem'],
    operational: ['id', 'company_id', 'trigger', 'state', 'queued_at', 'started_at', 'ended_at'],
  },
  years_in_books: { operational: ['company_id', 'year', 'read_at', 'log_seq', 'spans'] },

  control_accounts: {
    personal: ['user_path', 'name', 'because', 'alternatives'],
    operational: ['company_id', 'as_on', 'account', 'balance', 'charged', 'owed', 'difference', 'state'],
  },
  control_readings: { operational: ['company_id', 'as_on', 'read_at', 'exceptions', 'problem', 'log_seq'] },
  control_notes: {
    personal: ['user_path', 'named_as', 'reason', 'actor', 'ended_why'],
    operational: ['id', 'company_id', 'account', 'kind', 'amount', 'due_on', 'created_at', 'ended_at'],
  },

  assignments: { operational: ['company_id', 'tag', 'person_id', 'at'] },
  notes: {
    vouched: ['id', 'tag', 'words', 'at'],
    actors: ['actor'],
    personal: ['words'],
    operational: ['company_id'],
  },
  client_approvals: {
    vouched: [
      ...['id', 'year', 'period', 'fingerprint', 'code_hash', 'asked_through', 'asked_at', 'expires_at', 'answer'],
      ...['answered_by', 'words', 'answered_at', 'ended_at'],
    ],
    actors: ['asked_by'],
    personal: ['answered_by', 'words'],
    secret: ['code_hash'],
    operational: ['company_id'],
  },

  actors: { vouched: ['id', 'hash'], personal: ['name'], secret: ['salt'], operational: ['created_at', 'erased_at'] },
  log: {
    vouched: [
      ...['company_id', 'seq', 'at', 'sync_id', 'trigger', 'act', 'outcome', 'tag', 'journal_set', 'fingerprint'],
      ...['policy_version', 'answer', 'hold_codes', 'ref', 'carries', 'witness', 'previous', 'hash'],
    ],
    actors: ['actor'],
    personal: ['answer'],
    operational: ['id'],
  },
  log_heads: { vouched: ['company_id', 'seq', 'hash'] },
  log_figures: {
    vouched: ['seq', 'tag', 'payslips', 'gross', 'net', 'tax_authority'],
    operational: ['company_id'],
  },
  log_anchors: {
    vouched: ['number', 'at', 'why', 'previous', 'root', 'heads', 'key_id', 'signature'],
    operational: ['file_problem'],
  },
  signing_keys: {
    secret: ['private_key'],
    operational: ['id', 'public_key', 'created_at', 'retired_at'],
  },

  facts: { operational: ['name', 'value'] },
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
  mails: {
    operational: [...['id', 'person_id', 'kind', 'once', 'attempts', 'next_at', 'sent_at', 'gave_up_at', 'created_at']],
  },
} as const satisfies Record<string, TableColumns>;
