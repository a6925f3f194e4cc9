import { taxYearInWords } from '../../../journal/nouns/dates.js';

interface YearEndProps {
  readonly year: number;
  readonly clients: readonly { readonly id: string; readonly name: string }[];
  /** The searched name, if no client has it. */
  readonly asked?: string;
}

/** Whose tax year. */
export function YearEndPage(props: YearEndProps) {
  const { asked } = props;
  return (
    <>
      <header class="page-heading">
        <h1>
          Tax year
          <small>choose a client</small>
        </h1>
      </header>
      {asked === undefined ? null : <p>No client that you may see has the name “{asked}”.</p>}
      <Choose {...props} />
    </>
  );
}

function Choose({ year, clients, asked }: YearEndProps) {
  return (
    <form class="filter year-end-filter" method="get" action="/year-end">
      <label>
        <span class="sr-only">Client</span>
        <input name="company" list="clients" value={asked ?? ''} placeholder="Client" autocomplete="off" required />
        <datalist id="clients">
          {clients.map((client) => (
            <option key={client.id} value={client.name} />
          ))}
        </datalist>
      </label>
      <label>
        <span class="sr-only">Tax year</span>
        <select name="year">
          {[1, 0, -1, -2, -3].map((step) => (
            <option key={step} value={year + step} selected={step === 0}>
              {taxYearInWords(year + step)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="secondary">
        Show
      </button>
    </form>
  );
}
