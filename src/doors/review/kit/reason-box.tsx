import { reasonCharactersMax } from '../../../acts/reason.js';

/**
 * The reason, kept with the decision and shown in the history. Never filled in beforehand: it must be the person's own.
 */
export function ReasonBox({ typed }: { readonly typed: Readonly<Record<string, string | undefined>> }) {
  return (
    <label class="reason">
      Reason, for the log
      <input name="reason" required maxLength={reasonCharactersMax} value={typed.reason ?? ''} autocomplete="off" />
    </label>
  );
}
