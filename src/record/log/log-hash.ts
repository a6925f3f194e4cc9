import type { Actor } from '../actor.entity.js';
import { jsonHash } from '../json-hash.js';
import type { LogEntry } from './log-entry.entity.js';

/** What the hash of an entry covers, in each format. Neither may ever change: old chains are verified with it. */

export function hashOfFormat1(entry: LogEntry): string {
  return jsonHash([
    entry.previous,
    entry.companyId,
    entry.seq,
    entry.at.toISOString(),
    entry.syncId,
    entry.trigger,
    entry.actor,
    entry.act,
    entry.outcome,
    entry.tag,
    entry.journalSet,
    entry.fingerprint,
    entry.policyVersion,
    entry.answer,
    entry.holdCodes,
    entry.ref,
    entry.refHash,
  ]);
}

/** Has the person by id and salted hash, so that the name can be erased. */
export function hashOfFormat2(entry: LogEntry, actorHash: string): string {
  return jsonHash([
    2,
    entry.previous,
    entry.companyId,
    entry.seq,
    entry.at.toISOString(),
    entry.syncId,
    entry.trigger,
    entry.actor,
    actorHash,
    entry.act,
    entry.outcome,
    entry.tag,
    entry.journalSet,
    entry.fingerprint,
    entry.policyVersion,
    entry.answer,
    entry.holdCodes,
    entry.ref,
    entry.carries,
    entry.witness,
  ]);
}

export function actorHash({ salt, name }: Pick<Actor, 'salt' | 'name'>): string {
  return jsonHash([salt, name]);
}
