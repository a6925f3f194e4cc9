import { allocationsView } from '../../../src/views/company/allocations-view.js';
import { companyOn } from '../../acts/rules/on-rows.js';
import { describeOnDatabases } from '../../harness/databases.js';

describeOnDatabases('the year of the allocations', (open) => {
  test.each([
    ['2026-04-05T22:59:59Z', 2026],
    ['2026-04-05T23:00:00Z', 2027],
  ])('of a company without pay runs begins at London’s midnight: %s', async (at, year) => {
    const { clock, database, company } = await companyOn(open);
    clock.forward((Date.parse(at) - clock.now().getTime()) / 1000);
    const view = await allocationsView(database, { companies: null, pay: true }, company);
    expect(view.year).toBe(year);
  });
});
