/** The kinds of message: everything that needs a person, and the end of a month. */
export const messageKinds = {
  held: 'A pay run is held: a person decides.',
  changed: 'Payroll has changed since a pay run was posted, or a pay run waits for another.',
  drift: 'The books were altered since a pay run was posted.',
  refused: 'The books refused a pay run.',
  differs: 'The books differ from a pay run that is only checked.',
  overdue: 'The pay date has passed and the FPS is not accepted.',
  in_doubt_too_long: 'We still do not know whether a journal was posted.',
  connection_lost: 'The books cannot be reached with the keys held: connect again.',
  not_synced: 'No sync of a company has ended well within twice the schedule.',
  client_asks: 'A client asks about the payments of a month: a person answers.',
  month_closed: 'The tax month is complete.',
  month_incomplete: 'The tax month is not complete: something needs a person.',
  control_no_payment_posted: 'A debt of payroll is past its due day, and no payment of it is posted.',
  control_other_postings: 'A liability account moved, and no debt of payroll explains it.',
  control_first_reading: 'The liability accounts were read for the first time, and something is open: a person looks.',
  due_this_week: 'What falls due this week.',
  log_anchor: 'The ends of the log, signed: keep this message where no one can change it.',
} as const;
export type MessageKind = keyof typeof messageKinds;
