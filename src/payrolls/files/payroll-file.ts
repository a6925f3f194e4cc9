import { type Eps, readEps } from './eps.js';
import { type Fps, readFps } from './fps.js';
import { hmrcReturnIn } from './hmrc-return.js';
import { readXml } from './xml.js';

/** An FPS or an EPS, read strictly: nothing is taken from a file that is not understood to its end. */
export function readReturn(bytes: Uint8Array): Fps | Eps {
  const found = hmrcReturnIn(readXml(bytes));
  return found.kind === 'FullPaymentSubmission' ? readFps(found) : readEps(found);
}
