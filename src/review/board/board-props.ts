import type { Principal } from '../../access/principal.js';
import type { BoardFilter } from '../../views/board-lists.js';
import type { BoardMonth, BoardPlaces } from '../../views/board.js';

export interface BoardProps {
  readonly month: BoardMonth;
  readonly filter: BoardFilter;
  readonly places: BoardPlaces;
  readonly principal: Principal;
  readonly now: Date;
}
