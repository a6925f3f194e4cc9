/** Why: kept with the decision and told in the history. */
export function ReasonBox({
  typed,
  usual,
}: {
  readonly typed: Readonly<Record<string, string>>;
  readonly usual?: string;
}) {
  return (
    <label class="reason">
      Reason, for the log
      <input name="reason" required maxLength={1000} value={typed.reason ?? usual ?? ''} autocomplete="off" />
    </label>
  );
}
