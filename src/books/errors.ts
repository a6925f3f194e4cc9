import { Problem } from '../ground/problem.js';

/** The service gave no answer that can be relied on, so we do not know what the books hold. */
export class LookupFailed extends Problem {
  constructor(detail: string, cause?: unknown) {
    super('books-unreadable', {
      detail,
      todo: 'Nothing to do if it passes: the next sync reads again. If it stays, check the network and the status of the service.',
      cause,
    });
  }
}

/** The tokens are no longer accepted, and refreshing did not help. */
export class Unauthorised extends Problem {
  constructor(detail: string) {
    super('connect-again', {
      detail,
      todo: 'Connect again: on the client’s page Connection, or with `counterfoil connect --name NAME` and new tokens. Nothing is lost until then.',
    });
  }
}

/** The user who authorised may not do this. */
export class Forbidden extends Problem {
  constructor(detail: string) {
    super('access-refused', {
      detail,
      todo: 'Give the user who authorised the access level named by `counterfoil doctor`, then run the same again.',
    });
  }
}

export class NotFound extends Problem {
  constructor(
    detail: string,
    /** The service's own time of this answer. */
    readonly at?: Date,
  ) {
    super('no-such-record', {
      detail,
      todo: 'Look in the books whether it was removed. `counterfoil verify` lists what is missing.',
    });
  }
}

/**
 * The books that answer are not those that were connected: a gateway mixes up its tenants, or the tokens are another
 * company's. Nothing is taken from such books, and nothing goes into them.
 */
export class OtherBooks extends Problem {
  constructor(who: string, connected: string, answered: string) {
    super('other-books-answered', {
      detail: `${who}: we are connected to the books of ${connected}, and those of ${answered} answered. Nothing was taken from them, and nothing was posted.`,
      todo: `Find out what mixes them up: a proxy or gateway between here and the accounting service, or ACCOUNTING_BASE_URL. If nothing does, connect ${who} again with its own tokens. The next sync asks again.`,
    });
  }
}

/** The service's limit is used up for longer than is worth waiting. */
export class Limited extends Problem {
  constructor(
    detail: string,
    readonly retryAfterSeconds: number,
  ) {
    super('limit-used-up', {
      detail: `${detail} Requests are allowed again in ${retryAfterSeconds} seconds.`,
      todo: 'Nothing to do: the next sync goes on from here.',
    });
  }
}

/** The service's answer has a form that cannot be read safely: nothing is guessed. */
export class WireError extends Problem {
  /** `problem` names the field by its path, never its value. */
  constructor(company: string, resource: string, problem: string) {
    super('wrong-shape', {
      detail: `${company}: ${resource}: ${problem}.`,
      todo: 'Nothing was posted from it. Correct the record in the accounting service, or report this with the field named above.',
    });
  }
}
