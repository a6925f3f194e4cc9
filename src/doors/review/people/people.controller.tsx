import { Body, Controller, Get, Param, Post, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import * as z from 'zod';
import { AllowEverywhere, Who } from '../../../access/access.js';
import { People, type PersonDetails } from '../../../access/people.js';
import { digestChoices } from '../../../access/principal.js';
import { type Principal, roles } from '../../../access/principal.js';
import { Sessions } from '../../../access/sessions.js';
import { ActTools } from '../../../acts/act-tools.js';
import { addPerson } from '../../../acts/people/add-person.js';
import { changePerson, secondAdminsFor } from '../../../acts/people/change-person.js';
import { endSession } from '../../../acts/people/end-session.js';
import { whoOf } from '../../../acts/who-of.js';
import { Companies } from '../../../companies/companies.js';
import { CompanyRow } from '../../../companies/company.entity.js';
import { Database } from '../../../ground/database.js';
import type { Problem } from '../../../ground/problem.js';
import { word } from '../../../views/lists/lists.js';
import { form } from '../frame/form.js';
import type { PageAnswer } from '../frame/page.js';
import { PageInterceptor } from '../frame/page.interceptor.js';
import { personPath } from '../frame/paths.js';
import { given } from '../frame/query.js';
import { PeoplePage } from './people.page.js';
import type { NamedCompany, PersonTyped } from './person-fields.js';
import { PersonPage } from './person.page.js';

const companiesMax = 5000;
/** A browser sends only ticked boxes: one as a text, several of the same name as a list. */
const ticked = z
  .union([z.string().transform((one) => [one]), z.array(z.string()).max(companiesMax)])
  .optional()
  .catch(undefined);
const personForm = z.object({
  name: given,
  email: given,
  login: given,
  role: z.enum(roles).catch('viewer'),
  pay: given,
  digest: z.enum(digestChoices).catch('never'),
  reach: z.enum(['all', 'some']).catch('some'),
  companies: ticked,
  named: z.string().optional(),
  reason: z.string().optional(),
});
const reasonForm = z.object({ reason: z.string().optional() });
const activeForm = reasonForm.extend({ active: z.enum(['yes', 'no']) });
type Typed = z.infer<typeof personForm>;

/** Who may sign in, and who has: for administrators of every company. */
@ApiExcludeController()
@UseInterceptors(PageInterceptor)
@Controller('people')
export class PeoplePageController {
  constructor(
    private readonly people: People,
    private readonly sessions: Sessions,
    private readonly tools: ActTools,
    private readonly database: Database,
    private readonly companies: Companies,
  ) {}

  @AllowEverywhere('admin')
  @Get()
  list(@Who() principal: Principal): Promise<PageAnswer> {
    return this.#list(principal);
  }

  @AllowEverywhere('admin')
  @Post()
  add(@Body({ schema: personForm }) typed: Typed, @Who() principal: Principal): Promise<PageAnswer> {
    return form({
      act: async () => addPerson(this.tools, await this.#details(typed), whoOf(principal, 'page')),
      done: ({ id, name }) => ({ redirect: personPath(id), flash: `${name} may sign in from now on.` }),
      again: (problem) => this.#list(principal, typed, problem),
    });
  }

  @AllowEverywhere('admin')
  @Get(':person')
  show(@Param('person', { schema: word }) named: string, @Who() principal: Principal): Promise<PageAnswer> {
    return this.#person(named, principal);
  }

  @AllowEverywhere('admin')
  @Post(':person')
  change(
    @Param('person', { schema: word }) named: string,
    @Body({ schema: personForm }) typed: Typed,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const who = whoOf(principal, 'page');
    return form({
      act: async () => {
        const change = await this.#details(typed);
        return changePerson(this.tools, named, { change, who, reason: typed.reason });
      },
      done: ({ id }) => ({ redirect: personPath(id), flash: 'Saved.' }),
      again: (problem) => this.#person(named, principal, { typed, problem }),
    });
  }

  @AllowEverywhere('admin')
  @Post(':person/active')
  activate(
    @Param('person', { schema: word }) named: string,
    @Body({ schema: activeForm }) { active, reason }: z.infer<typeof activeForm>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const flash = active === 'yes' ? 'They may sign in again.' : 'They are signed out everywhere and may not sign in.';
    return this.#changed(named, principal, { change: { active: active === 'yes' }, reason }, flash);
  }

  @AllowEverywhere('admin')
  @Post(':person/identity/remove')
  removeIdentity(
    @Param('person', { schema: word }) named: string,
    @Body({ schema: reasonForm }) { reason }: z.infer<typeof reasonForm>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const given = { change: { identity: null }, reason };
    return this.#changed(named, principal, given, 'Their identity at the issuer is removed.');
  }

  @AllowEverywhere('admin')
  @Post(':person/sessions/:session/end')
  async end(
    @Param('person', { schema: word }) named: string,
    @Param('session', { schema: word }) session: string,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const who = whoOf(principal, 'page');
    const { id } = await this.people.find(named);
    await endSession(this.tools, session, who);
    return { redirect: personPath(id), flash: 'The session has ended.' };
  }

  #changed(
    named: string,
    principal: Principal,
    given: Omit<Parameters<typeof changePerson>[2], 'who'>,
    flash: string,
  ): Promise<PageAnswer> {
    return form({
      act: () => changePerson(this.tools, named, { ...given, who: whoOf(principal, 'page') }),
      done: ({ id }) => ({ redirect: personPath(id), flash }),
      again: (problem) => this.#person(named, principal, { problem }),
    });
  }

  /** An empty box means no value; a ticked company that no longer exists is left out. */
  async #details(typed: Typed): Promise<PersonDetails> {
    const { name = '', email, login, role, pay, digest, reach, companies = [], named = '' } = typed;
    const known = await this.#companies();
    const ids = new Set(known.map(({ id }) => id));
    const some = [...companies.filter((id) => ids.has(id)), ...(await this.#named(named, known))];
    return {
      ...{ name, role, pay: pay !== undefined, companies: reach === 'all' ? null : [...new Set(some)] },
      ...{ email: email ?? null, login: login ?? null, digest },
    };
  }

  /** One a line, by name, or by what a terminal would take: an id or a subdomain. A Problem if there is no such client. */
  async #named(lines: string, known: readonly NamedCompany[]): Promise<readonly string[]> {
    const byName = new Map(known.map(({ id, name }) => [name.toLowerCase(), id]));
    const found: string[] = [];
    for (const line of lines.split('\n').map((one) => one.trim()))
      if (line !== '') found.push(byName.get(line.toLowerCase()) ?? (await this.companies.find(line)).id);
    return found;
  }

  #companies(): Promise<NamedCompany[]> {
    return this.database.read((rows) => rows.select(CompanyRow, ['id', 'name'], { order: { name: 'ASC' } }));
  }

  async #list(principal: Principal, typed?: Typed, problem?: Problem): Promise<PageAnswer> {
    const shown = { people: await this.people.list(), sessions: await this.sessions.list() };
    const companies = await this.#companies();
    const now = this.database.clock.now();
    const body = <PeoplePage {...shown} {...{ companies, principal, problem, now }} typed={typed && asTyped(typed)} />;
    return { title: 'People', section: 'people', status: problem?.status, body };
  }

  async #person(
    named: string,
    principal: Principal,
    { typed, problem }: { readonly typed?: Typed; readonly problem?: Problem } = {},
  ): Promise<PageAnswer> {
    const person = await this.people.find(named);
    const sessions = (await this.sessions.list()).filter((session) => session.person === person.id);
    const who = whoOf(principal, 'page');
    const secondAdmins = await this.database.read((rows) => secondAdminsFor(rows, person, who));
    const shown = { person, sessions, companies: await this.#companies(), principal, problem, secondAdmins };
    const now = this.database.clock.now();
    const body = <PersonPage {...shown} typed={typed && asTyped(typed)} now={now} />;
    return { title: person.name, section: 'people', status: problem?.status, body };
  }
}

const asTyped = ({ pay, reach, companies = [], ...typed }: Typed): PersonTyped => ({
  ...{ ...typed, pay: pay !== undefined },
  companies: reach === 'all' ? null : companies,
});
