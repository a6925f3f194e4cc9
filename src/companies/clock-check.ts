import { withDeadline } from '../books/deadline.js';
import type { Service } from '../books/service.js';
import { dateOf } from '../books/answer.js';
import { asProblem } from '../ground/problem.js';
import type { Finding } from './doctor.js';

const skewMaxSeconds = 60;
const check = 'clock';

/** Whether the service answers and its clock agrees with ours: every answer has a Date header, a refusal too. */
export async function checkClock(service: Service): Promise<Finding> {
  const { baseUrl, clock, transport, userAgent, deadlineSeconds } = service;
  try {
    const headers = { 'user-agent': userAgent, accept: 'application/json' };
    const answer = await withDeadline(clock, deadlineSeconds, (signal) =>
      transport({ method: 'GET', url: `${baseUrl}/v2/company`, headers, signal }),
    );
    const at = dateOf(answer);
    if (!at)
      return {
        check,
        ok: false,
        detail: `${baseUrl} answers without a Date header.`,
        todo: 'Check ACCOUNTING_BASE_URL.',
      };
    return compared((clock.now().getTime() - at.getTime()) / 1000, isLocal(baseUrl));
  } catch (error) {
    const { detail } = asProblem(error);
    return {
      check,
      ok: false,
      detail: `${baseUrl} was asked once and gave no answer: ${detail}.`,
      todo: 'Check ACCOUNTING_BASE_URL and the network.',
    };
  }
}

function compared(skewSeconds: number, local: boolean): Finding {
  const seconds = Math.round(Math.abs(skewSeconds));
  const detail =
    seconds <= 1
      ? 'agrees with the accounting service'
      : `${spanInWords(seconds)} ${skewSeconds > 0 ? 'ahead of' : 'behind'} the accounting service`;
  if (seconds <= skewMaxSeconds) return { check, ok: true, detail };
  if (local) return { check, ok: true, detail: `${detail}, which is a sandbox with a clock of its own` };
  return {
    check,
    ok: false,
    detail: `This machine's clock is ${detail}.`,
    todo: 'Set the clock, and keep it right with NTP.',
  };
}

const units = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

/** "2 days", "90 seconds": in the largest unit of which there are two. */
function spanInWords(seconds: number): string {
  const [size, unit] = units.find(([one]) => seconds >= 2 * one) ?? [1, 'second'];
  return `${Math.floor(seconds / size)} ${unit}s`;
}

function isLocal(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}
