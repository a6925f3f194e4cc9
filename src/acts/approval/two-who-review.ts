import { Person } from '../../access/person.entity.js';
import { hasRole, reaches } from '../../access/principal.js';
import { CompanyRow } from '../../companies/company.entity.js';
import { problem } from '../../ground/problem.js';
import type { ReadRows } from '../../ground/rows.js';

/** Two pairs of eyes are asked for only where two people may review: else each month would wait a day for the one. */
export async function mustBeTwoWhoReview(rows: ReadRows, companies: Pick<CompanyRow, 'id' | 'name'>[]): Promise<void> {
  const people = (await rows.findBy(Person, { active: true })).filter((one) => hasRole(one, 'reviewer'));
  for (const { id, name } of companies) {
    const may = people.filter((one) => reaches(one, id));
    if (may.length >= 2) continue;
    const who = may[0] === undefined ? 'no one may review its pay runs' : `only ${may[0].name} may review its pay runs`;
    throw problem('two-reviewers-needed', {
      detail: `${name}: ${who}, and two pairs of eyes take two people. Nothing was changed.`,
      todo: 'Add another reviewer or administrator who reaches it first. At the terminal: `counterfoil people add NAME --role reviewer`.',
    });
  }
}

/** Every client of a practice that has not left. */
export async function mustBeTwoInPractice(rows: ReadRows, connectionId: string): Promise<void> {
  const companies = await rows.select(CompanyRow, ['id', 'name', 'life'], { where: { connectionId } });
  await mustBeTwoWhoReview(
    rows,
    companies.filter(({ life }) => life !== 'left'),
  );
}
