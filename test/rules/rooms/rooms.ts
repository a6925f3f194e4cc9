import type { Parts } from '../rule.js';
import { ofAccess } from './access.js';
import { ofActs } from './acts.js';
import { ofControls } from './controls.js';
import { ofEvidence } from './evidence.js';
import { ofFiles } from './files.js';
import { ofPaye } from './paye.js';

/** The rules of the rooms apart from the sync, of which `--draw` takes lines at random too. */
export const ofRooms: Parts = { ...ofPaye, ...ofControls, ...ofEvidence, ...ofAccess, ...ofActs, ...ofFiles };
