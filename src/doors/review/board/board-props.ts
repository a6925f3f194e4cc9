import type { Principal } from '../../../access/principal.js';
import type { ReadingShown } from '../../../controls/show/readings.js';
import type { BoardFilter } from '../../../views/month/board-lists.js';
import type { Ticked } from '../posting/ready-table.js';
import type { BoardMonth, BoardPlaces } from '../../../views/month/board.js';

export interface BoardProps {
  readonly month: BoardMonth;
  readonly filter: BoardFilter;
  readonly places: BoardPlaces;
  readonly principal: Principal;
  /** The latest reading of each company on the year's page that was ever read. */
  readonly readings: readonly ReadingShown[];
  readonly now: Date;
  /** Which of the ready runs are ticked at first. */
  readonly ticked: Ticked;
}
