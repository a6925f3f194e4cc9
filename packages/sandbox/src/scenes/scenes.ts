import { readFileSync } from 'node:fs';
import type { Company } from '../company/company.js';
import { FIRST_ID, firstIdOf, IDS_PER_COMPANY } from '../engine/ids.js';
import { makeCompany } from './company-maker.js';
import { demoCompany, demoPayroll } from './demo.js';
import { typedCompany } from './typed.js';
import { weeklyCompany } from './weekly.js';
import { practiceScene } from './practice-scene.js';
import { Practice } from '../practice/practice.js';
import {
  type CompanyInput,
  type CompanyScenario,
  readCompany,
  readScenario,
  type Scenario,
  ScenarioError,
  type ScenarioInput,
} from '../scenario.js';
import { timestamp, type Values } from '../engine/table.js';
import type { CompanySeed, Scene } from '../world.js';

const PRACTICE = /^practice:(\d{1,5})(?::(\d{1,3})(?::(\d{1,4}))?)?$/;
const PRACTICE_MONTHS_DEFAULT = 12;

/**
 * `demo`, `demo:weekly` (adds a company with its payroll run elsewhere, and one whose bookkeeper types its journals), `practice:N[:MONTHS[:PAYSLIPS]]`, a file's path,
 * or a scenario itself.
 */
export type ScenarioChoice = string | ScenarioInput;

export function sceneOf(choice: ScenarioChoice, now: Date): Scene {
  if (typeof choice !== 'string') return writtenScene(readScenario(choice), now.getTime());
  if (choice === 'demo') return demoScene(now);
  if (choice === 'demo:weekly')
    return {
      companies: [...demoScene(now).companies, seedOf(weeklyCompany(), 1, now), seedOf(typedCompany(now), 2, now)],
    };
  const practice = PRACTICE.exec(choice);
  if (!practice) return writtenScene(readScenario(fileOf(choice)), now.getTime());
  const [clients, months, payslips] = practice.slice(1).map((text) => (text === undefined ? undefined : Number(text)));
  return practiceScene({ clients: clients!, months: months ?? PRACTICE_MONTHS_DEFAULT, payslips }, now.getTime());
}

function fileOf(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new ScenarioError(`${path} is no scenario: neither demo, nor practice:N, nor a file that can be read.`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ScenarioError(`${path} is not JSON: ${(error as Error).message}`);
  }
}

function demoScene(now: Date): Scene {
  const company = numbered(readCompany(demoCompany(now)), FIRST_ID);
  const make = () =>
    makeCompany(company, { number: 0, practiceManaged: false, now: now.getTime(), payroll: demoPayroll(now) });
  return { companies: [{ name: company.name, subdomain: company.subdomain, owner: ownerOf(company), make }] };
}

function seedOf(input: CompanyInput, number: number, now: Date): CompanySeed {
  const company = numbered(readCompany(input), firstIdOf(number));
  const make = () => makeCompany(company, { number, practiceManaged: false, now: now.getTime() });
  return { name: company.name, subdomain: company.subdomain, owner: ownerOf(company), make };
}

function writtenScene(scenario: Scenario, now: number): Scene {
  const practiceManaged = scenario.practice !== undefined;
  const companies = scenario.companies.map((written, number): CompanySeed => {
    const company = numbered(written, number * IDS_PER_COMPANY + 1);
    // Made at once, so that a mistake in a scenario is reported at the start and not at the first request.
    const made = makeCompany(company, { number, practiceManaged, now });
    return { name: company.name, subdomain: company.subdomain, owner: ownerOf(company), make: () => made };
  });
  const twice = companies.find(
    (seed, index) => companies.findIndex((other) => other.subdomain === seed.subdomain) !== index,
  );
  if (twice) throw new ScenarioError(`Two companies have the subdomain ${twice.subdomain}.`);
  return {
    companies,
    ...(scenario.entry_urls && { entryUrls: scenario.entry_urls }),
    ...(scenario.practice && { practice: writtenPractice(scenario, companies, now) }),
  };
}

function writtenPractice(scenario: Scenario, companies: readonly CompanySeed[], now: number): Practice {
  const { name, subdomain, account_managers: managers } = scenario.practice!;
  const practice = new Practice(name, subdomain);
  managers.forEach(({ senior, ...values }, index) => practice.addManager(FIRST_ID + index, values, senior, now));
  scenario.companies.forEach((written, index) => {
    const company: Company = companies[index]!.make();
    const { id: _, created_at: _created, updated_at: _updated, ...values } = company.record;
    const key = String(company.record['id']);
    practice.clients.put({
      key,
      values: {
        ...values,
        id: company.record['id'],
        status: written.client_status,
        account_manager: `/v2/account_managers/${FIRST_ID - 1 + written.account_manager}`,
        account_owner: accountOwner(written, now),
      },
      createdAt: Date.parse(String(company.record['created_at'] ?? timestamp(now))),
      updatedAt: now,
    });
  });
  return practice;
}

/** Gives every user an id at the start, so that payslips and tokens can refer to them. */
function numbered(company: CompanyScenario, first: number): CompanyScenario {
  let last = first - 1;
  const users = company.users.map((user) => {
    const id = user.id ?? last + 1;
    last = Math.max(last, id);
    return { ...user, id };
  });
  return { ...company, users };
}

/** Who owns a client's account: the user whose token it would be. */
function accountOwner(company: CompanyScenario, now: number): Values | undefined {
  const owner = highest(company.users);
  if (!owner) return undefined;
  return { first_name: owner.first_name, last_name: owner.last_name, last_logged_in_at: timestamp(now) };
}

type User = CompanyScenario['users'][number];

/** The first user with the highest access level. */
function highest(users: readonly User[]): User | undefined {
  const levelOf = (user: User) => user.permission_level ?? 0;
  return users.reduce<User | undefined>(
    (best, user) => (best === undefined || levelOf(user) > levelOf(best) ? user : best),
    undefined,
  );
}

/** A company's token belongs to the first user with the highest access level. */
function ownerOf(company: CompanyScenario): { userId: number; level?: number } {
  return {
    userId: highest(company.users)?.id ?? 0,
    ...(company.access_level !== undefined && { level: company.access_level }),
  };
}
