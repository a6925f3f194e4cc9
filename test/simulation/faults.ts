import type { Random } from './random.js';

/** What may go wrong. `after`: the service acted, its answer is lost; `later`: it acts after the caller gave up. */
export type Fault =
  | 'refused_connection'
  | 'drop_before'
  | 'drop_after'
  | 'hang_before'
  | 'hang_after'
  | 'hang_then_act'
  | 'html_before'
  | 'html_after'
  | 'html_then_act'
  | 'page_before'
  | 'page_after'
  | 'page_then_act'
  | 'odd_status'
  | 'truncated'
  | 'empty'
  | 'garbage'
  | 'without_location'
  | 'limited'
  | 'limited_without_header'
  | 'limited_after'
  | 'limited_then_act'
  | 'unauthorised_after'
  | 'refused_before'
  | 'refused_after'
  | 'refused_then_act'
  | 'token_expired'
  | 'token_expired_and_lost'
  | 'forbidden'
  | 'slow'
  | 'another_record'
  | 'miscounted'
  | 'no_list';

type Weighted = readonly (readonly [number, Fault])[];

const everywhere: Weighted = [
  [2, 'refused_connection'],
  [3, 'drop_before'],
  [4, 'drop_after'],
  [1, 'hang_before'],
  [2, 'hang_after'],
  [3, 'html_before'],
  [3, 'html_after'],
  [3, 'page_before'],
  [1, 'odd_status'],
  [2, 'truncated'],
  [1, 'empty'],
  [2, 'garbage'],
  [1, 'limited'],
  [1, 'limited_without_header'],
  [2, 'token_expired'],
  [2, 'token_expired_and_lost'],
  [0.5, 'forbidden'],
  [2, 'slow'],
];
const ofTokens: Weighted = everywhere.filter(([, fault]) => !/token|forbidden|page/.test(fault));
const ofReads: Weighted = [...everywhere, [5, 'another_record']];
const ofLists: Weighted = [...everywhere, [3, 'miscounted'], [2, 'no_list']];
const ofWrites: Weighted = [
  ...everywhere,
  [4, 'hang_then_act'],
  [4, 'html_then_act'],
  [4, 'page_after'],
  [5, 'page_then_act'],
  [2, 'without_location'],
  [2, 'limited_after'],
  [2, 'limited_then_act'],
  [2, 'unauthorised_after'],
  [1, 'refused_before'],
  [2, 'refused_after'],
  [3, 'another_record'],
];
/** The service acts, but the caller gets no answer. */
const lostAnswers: Weighted = [
  [3, 'drop_after'],
  [2, 'hang_after'],
  [3, 'html_after'],
  [2, 'page_after'],
  [2, 'page_then_act'],
  [2, 'html_then_act'],
  [1, 'truncated'],
  [1, 'limited_after'],
  [1, 'unauthorised_after'],
];

/** For amendments and removals, which are few: each of their answers in its turn. */
const ofChanges: Weighted = [
  [4, 'refused_then_act'],
  [3, 'refused_after'],
  [2, 'limited_then_act'],
  [1, 'limited_after'],
  [1, 'refused_before'],
  [2, 'html_then_act'],
  [2, 'hang_then_act'],
  [2, 'drop_after'],
  [1, 'drop_before'],
  [1, 'page_then_act'],
  [1, 'truncated'],
  [1, 'unauthorised_after'],
  [1, 'token_expired'],
];
/** An answer that says it was not done, and then it is done. */
const deniedThenDone: Weighted = [
  [3, 'refused_then_act'],
  [2, 'limited_then_act'],
];

export type Kind = 'token' | 'list' | 'read' | 'write';
const drawnFrom = { token: ofTokens, list: ofLists, read: ofReads, write: ofWrites };

export const faultOf = (kind: Kind, random: Random): Fault => random.weighted(drawnFrom[kind]);
export const changeFault = (random: Random): Fault => random.weighted(ofChanges);
export const deniedFault = (random: Random): Fault => random.weighted(deniedThenDone);
export const lostAnswer = (random: Random): Fault => random.weighted(lostAnswers);

/** Statuses of pages that a proxy answers with. */
export const pageStatuses = [400, 401, 403, 404, 408, 409, 422, 429, 301, 302, 307, 500, 501, 502, 503, 504, 520];
/** Without 404 for a removal, which could not tell it from the truth. */
export const ownRefusals = { POST: [400, 403, 404, 409, 422], PUT: [400, 403, 404, 409, 422], DELETE: [400, 403, 409] };
/** The service would act after these; what it gave no access for, or does not know, it does not do. */
export const lateRefusals = [400, 409, 422];
