import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import * as z from 'zod';
import { moment } from '../../ground/written.js';
import type { Answer } from './answer.js';
import { Idempotent } from './idempotency.interceptor.js';
import { Allow, Who } from '../../access/access.js';
import type { Principal } from '../../access/principal.js';
import { Reach } from '../../access/reach.js';
import type { RunRef } from '../../acts/act.js';
import { ActTools } from '../../acts/act-tools.js';
import { assign } from '../../acts/runs/assign.js';
import { note, noteCharactersMax } from '../../acts/runs/note.js';
import { runFound } from '../../acts/runs/run-found.js';
import { whoOf } from '../../acts/who-of.js';
import { Database } from '../../ground/database.js';
import { word } from '../../views/lists/lists.js';
import { type RunAddress, runAddress } from '../../views/lists/run-address.js';
import { workOn } from '../../views/lists/run-work.js';
import { ApiProblems } from './docs/problem.schema.js';

const work = z
  .object({
    assignedTo: z.object({ id: z.string(), name: z.string() }).optional(),
    notes: z.array(z.object({ actor: z.string(), words: z.string(), at: moment })),
  })
  .meta({ id: 'Work', description: 'Whose work a pay run is, and people’s notes about it.' });
const assignBody = z
  .strictObject({ to: word.nullable().meta({ description: 'A person by name, address or id; null is no one.' }) })
  .meta({ id: 'Assign' });
const noteBody = z.strictObject({ words: z.string().trim().min(1).max(noteCharactersMax) }).meta({ id: 'NewNote' });

const byAddress = () => Param({ schema: runAddress });

@ApiTags('People')
@Controller('api/pay-runs/:company/:year/:period/:paidOn')
export class WorkController {
  constructor(
    private readonly tools: ActTools,
    private readonly reach: Reach,
    private readonly database: Database,
  ) {}

  @Get('work')
  @Allow('viewer')
  @ApiOperation({ summary: 'Whose work it is, and the notes, the oldest first, for those who may see pay' })
  @ApiOkResponse({ standardSchema: work })
  @ApiProblems(404)
  async show(@byAddress() address: RunAddress, @Who() who: Principal): Promise<Answer<typeof work>> {
    return this.#work(await this.#ref(address, who), who);
  }

  @Post('assign')
  @Idempotent()
  @HttpCode(200)
  @Allow('reviewer')
  @ApiOperation({ summary: 'Assign it to a person, or to no one' })
  @ApiOkResponse({ standardSchema: work })
  @ApiProblems(404, 409, 413, 415)
  async assign(
    @byAddress() address: RunAddress,
    @Body({ schema: assignBody }) { to }: z.infer<typeof assignBody>,
    @Who() who: Principal,
  ): Promise<Answer<typeof work>> {
    const ref = await this.#ref(address, who);
    await assign(this.tools, ref, { who: whoOf(who, 'api'), to });
    return this.#work(ref, who);
  }

  @Post('note')
  @Idempotent()
  @HttpCode(200)
  @Allow('reviewer')
  @ApiOperation({ summary: 'Add a note; notes are never changed' })
  @ApiOkResponse({ standardSchema: work })
  @ApiProblems(404, 413, 415)
  async note(
    @byAddress() address: RunAddress,
    @Body({ schema: noteBody }) { words }: z.infer<typeof noteBody>,
    @Who() who: Principal,
  ): Promise<Answer<typeof work>> {
    const ref = await this.#ref(address, who);
    await note(this.tools, ref, { who: whoOf(who, 'api'), words });
    return this.#work(ref, who);
  }

  async #ref({ company, year, period, paidOn }: RunAddress, who: Principal): Promise<RunRef> {
    return { company: await this.reach.company(who, company), year, period, paid: paidOn };
  }

  #work(ref: RunRef, who: Principal): Promise<Answer<typeof work>> {
    return this.database.read(async (rows) => {
      const { assignedTo, notes } = await workOn(rows, who, await runFound(rows, ref));
      return { assignedTo, notes: notes.map(({ actor, words, at }) => ({ actor, words, at })) };
    });
  }
}
