import type { Actor } from '../actor.entity.js';
import { jsonHash } from '../json-hash.js';
import type { LogEntry } from './log-entry.entity.js';

/**
 * What the hash of an entry covers. It has the person by id and salted hash, so that the name can be erased. The number
 * is that of the format, for the day on which there is another.
 */
export function entryHash(entry: LogEntry, actorHash: string): string {
  return jsonHash([
    1,
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
