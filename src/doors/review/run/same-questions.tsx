import * as z from 'zod';
import { shortDay } from '../../../journal/nouns/dates.js';
import type { StoredRemark } from '../../../record/runs/pay-run.entity.js';
import { type SameQuestion, sameQuestions } from '../../../views/month/questions.js';
import { Figure, Said } from '../frame/marks.js';
import { runPath } from '../frame/paths.js';
import { TickBox } from '../kit/act-form.js';
import type { RunPageProps } from './run-props.js';

const keyCharactersMax = 500;
const alsoMax = 100;

/** A ticked client: company, tag, the fingerprint that was shown, and the person asked about. */
const one = z
  .string()
  .max(keyCharactersMax)
  .transform((text, context) => {
    const read = z.tuple([z.string(), z.string(), z.string(), z.string()]).safeParse(parsed(text));
    if (read.success) return read.data;
    context.addIssue('what was ticked is not a question');
    return z.NEVER;
  });
export type Also = z.infer<typeof one>;

/** A form sends one value, or several, or none. */
export const alsoAsked = z
  .union([one.transform((only) => [only]), z.array(one).max(alsoMax)])
  .optional()
  .transform((given) => given ?? []);

export const sameKey = ({ row, question }: SameQuestion): string =>
  JSON.stringify([row.companyId, row.tag, row.fingerprint ?? '', question.payslip ?? '']);

interface SameProps extends Pick<RunPageProps, 'view' | 'queue' | 'also'> {
  readonly hold: StoredRemark;
}

/**
 * The same question of other clients, with their figures. None is ticked: an item of this name may be a union’s dues
 * here and a loan there.
 */
export function SameOfOthers({ view, queue, hold, also = [] }: SameProps) {
  const same = queue === undefined ? [] : sameQuestions(queue.held, view.row, hold);
  if (same.length === 0) return null;
  return (
    <fieldset class="same">
      <legend>The same answer for other clients, once each is ticked</legend>
      <ul>
        {same.map((other) => {
          const { row, question } = other;
          return (
            <li key={sameKey(other)} data-of={row.tag}>
              <TickBox name="also" value={sameKey(other)} checked={also.includes(sameKey(other))}>
                <strong>{row.company}</strong>, {shortDay(row.datedOn)}
                {question.amount === undefined ? null : (
                  <>
                    {': '}
                    <Figure is="preview.field" of={question.amount} pounds />
                  </>
                )}
              </TickBox>
              <p class="muted">
                <Said>{question.message}</Said>{' '}
                <a href={`${runPath(row)}#questions`}>
                  Open<span class="sr-only"> {row.company}</span>
                </a>
              </p>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
