import { Body, Controller, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import * as z from 'zod';
import type { Answer } from './answer.js';
import { Idempotent } from './idempotency.interceptor.js';
import { AllowEverywhere, Who } from '../../access/access.js';
import { People } from '../../access/people.js';
import { type Principal, seesPayByDefault } from '../../access/principal.js';
import { Reach } from '../../access/reach.js';
import { Sessions } from '../../access/sessions.js';
import { ActTools } from '../../acts/act-tools.js';
import { addPerson } from '../../acts/people/add-person.js';
import { changePerson } from '../../acts/people/change-person.js';
import { endSession } from '../../acts/people/end-session.js';
import { whoOf } from '../../acts/who-of.js';
import { listOf, word } from '../../views/lists/lists.js';
import { personRow } from '../../views/lists/person-row.js';
import { ApiProblems } from './docs/problem.schema.js';
import { newPerson, personChange, personView, sessionView, sessionViewOf } from './person.view.js';

const people = listOf(personView);
const sessions = listOf(sessionView);
const nothing = z.strictObject({}).optional().meta({ id: 'Nothing' });

/** Who may sign in, and who has. Only for administrators of every company, because it shows who reaches which. */
@ApiTags('People')
@Controller('api')
export class PeopleController {
  constructor(
    private readonly people: People,
    private readonly sessions: Sessions,
    private readonly tools: ActTools,
    private readonly reach: Reach,
  ) {}

  @Get('people')
  @AllowEverywhere('admin')
  @ApiOperation({ summary: 'Everyone, including those who may no longer sign in, by name' })
  @ApiOkResponse({ standardSchema: people })
  @ApiProblems()
  async list(): Promise<Answer<typeof people>> {
    return { items: (await this.people.list()).map(personRow) };
  }

  @Post('people')
  @Idempotent()
  @AllowEverywhere('admin')
  @ApiOperation({ summary: 'Add someone who may sign in' })
  @ApiCreatedResponse({ standardSchema: personView })
  @ApiProblems(404, 409, 413, 415)
  async add(
    @Body({ schema: newPerson }) body: z.infer<typeof newPerson>,
    @Who() who: Principal,
  ): Promise<Answer<typeof personView>> {
    const { pay = seesPayByDefault(body.role) } = body;
    const companies = (await this.#companies(who, body.companies)) ?? null;
    return personRow(await addPerson(this.tools, { ...body, pay, companies }, whoOf(who, 'api')));
  }

  @Patch('people/:person')
  @AllowEverywhere('admin')
  @ApiOperation({
    summary: 'Change what someone may do; a change of rights ends their sessions',
    description:
      'Where a company that they reach asks for two pairs of eyes, another name, address, user name or identity of someone who may review, and more rights, take two administrators: the first is answered 403 `second-administrator-needed`, and it is done when another asks the same within a week. Where there is no other, the same one asks again after a day, each time with a `reason`, which the month file prints. No program’s token may ask. Taking rights away takes one.',
  })
  @ApiOkResponse({ standardSchema: personView })
  @ApiProblems(404, 409, 413, 415)
  async change(
    @Param('person', { schema: word }) named: string,
    @Body({ schema: personChange }) body: z.infer<typeof personChange>,
    @Who() who: Principal,
  ): Promise<Answer<typeof personView>> {
    const { reason, ...given } = body;
    const change = { ...given, companies: await this.#companies(who, body.companies) };
    return personRow(await changePerson(this.tools, named, { change, who: whoOf(who, 'api'), reason }));
  }

  @Get('sessions')
  @AllowEverywhere('admin')
  @ApiOperation({ summary: 'Who is signed in, the longest first' })
  @ApiOkResponse({ standardSchema: sessions })
  @ApiProblems()
  async open(): Promise<Answer<typeof sessions>> {
    return { items: (await this.sessions.list()).map(sessionViewOf) };
  }

  @Post('sessions/:session/revoke')
  @Idempotent()
  @HttpCode(200)
  @AllowEverywhere('admin')
  @ApiOperation({ summary: 'End a session by its id, or all of a person by their name' })
  @ApiOkResponse({ standardSchema: sessions })
  @ApiProblems(404, 413, 415)
  async revoke(
    @Param('session', { schema: word }) named: string,
    @Body({ schema: nothing }) _: z.infer<typeof nothing>,
    @Who() who: Principal,
  ): Promise<Answer<typeof sessions>> {
    return { items: (await endSession(this.tools, named, whoOf(who, 'api'))).map(sessionViewOf) };
  }

  async #companies(
    who: Principal,
    named: readonly string[] | null | undefined,
  ): Promise<readonly string[] | null | undefined> {
    if (!named) return named;
    return Promise.all(named.map(async (one) => (await this.reach.company(who, one)).id));
  }
}
