import { companyPath } from '../frame/paths.js';
import { reconciliationPath } from './roll-forward-table.js';

/** From a page about one control account back to all of the company's. */
export function Crumbs({ company }: { readonly company: { readonly id: string; readonly name: string } }) {
  return (
    <p class="crumbs">
      <a href="/reconciliation">Reconciliation</a> › <a href={companyPath(company.id)}>{company.name}</a> ›{' '}
      <a href={reconciliationPath(company.id)}>Control accounts</a>
    </p>
  );
}
