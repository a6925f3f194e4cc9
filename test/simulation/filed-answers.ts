import { payIdsOf, type Worker } from './filed-people.js';
import { type Figures, pensionShare, fixedPension } from './filed-figures.js';
import { reportColumns } from './filed-reports.js';
import { type Payment, pounds, type Program, taxYearIn } from './filed-years.js';
import type { Random } from './random.js';

/** What no file says, and a person answers once: until then the pay that it is about is held. */

type Question = 'both' | 'relief' | 'levy' | 'union' | 'who' | 'pension' | 'before';

interface Asked extends Program {
  readonly staff: readonly Worker[];
}

interface Begun {
  readonly worker: Worker;
  readonly day: string;
  readonly figures: Figures;
}

export class Answers {
  /** CIS suffered is on an account of its own, so that a return moves it. */
  readonly cisApart: boolean;
  readonly #open = new Set<string>();
  readonly #begun: Begun[] = [];
  hasAnswered = false;

  constructor(
    random: Random,
    private readonly asked: Asked,
  ) {
    this.cisApart = random.chance(0.6);
    const openWith = (share: number, ...questions: readonly string[]) => {
      for (const question of questions) if (random.chance(share)) this.#open.add(question);
    };
    openWith(0.2, 'levy');
    openWith(0.4, 'union');
    if (asked.sendsBothShares) openWith(0.4, 'both');
    const hasRelief = asked.staff.some(({ ownPension }) => ownPension === 'at source');
    if (hasRelief) openWith(0.3, 'relief');
    for (const worker of asked.staff) {
      openWith(0.08, keyOf('who', worker));
      // Also of those who pay nothing in: by salary sacrifice, a file shows nothing.
      if (worker.employersPension !== 'reported') openWith(0.15, keyOf('pension', worker));
      if (worker.isParent || worker.hasClass1A) openWith(0.3, keyOf('before', worker));
    }
  }

  /** The year of someone had begun before the first file. */
  begun(worker: Worker, day: string, figures: Figures): void {
    this.#begun.push({ worker, day, figures });
  }

  isOpen = (question: Question, worker?: Worker): boolean => this.#open.has(keyOf(question, worker));

  /** A person answers one of them; undefined when none is open. */
  answer(random: Random): string | undefined {
    const open = [...this.#open];
    if (open.length === 0) return undefined;
    const question = random.pick(open);
    this.#open.delete(question);
    this.hasAnswered = true;
    return question;
  }

  /** The employer's NI in the files is taken as the employer's own, and is not. */
  get hasBothShares(): boolean {
    return this.asked.sendsBothShares && this.isOpen('both');
  }

  /** As they are read while nothing more is known. */
  figures(one: Figures): Figures {
    return this.hasBothShares ? { ...one, employerNi: one.employerNi + one.ownNi } : one;
  }

  /** The first payment of a year that had begun: how much class 1A is its own is not known before someone says so. */
  firstFigures = (one: Figures, worker: Worker): Figures =>
    this.isOpen('before', worker) ? { ...this.figures(one), class1A: 0 } : this.figures(one);

  openAbout = (worker: Worker): readonly string[] => (this.isOpen('who', worker) ? ['person_unmapped'] : []);

  openFor({ worker, figures: one }: Payment, isFirstOfBegunYear: boolean): readonly string[] {
    const deducted = one.union + (this.asked.countsRelief ? one.relief : 0);
    return [
      ...this.openAbout(worker),
      ...(this.isOpen('pension', worker) ? ['employer_pension_unknown'] : []),
      ...(this.isOpen('relief') && one.relief !== 0 && deducted !== 0 ? ['relief_at_source_unknown'] : []),
      // While it is not known, the pension counts as a deduction.
      ...(this.isOpen('union') && (one.union !== 0 || (this.isOpen('relief') && deducted !== 0))
        ? ['ambiguous_field']
        : []),
      ...(this.hasBothShares && one.ownNi !== 0 ? ['employer_ni_improbable'] : []),
      ...(this.isOpen('before', worker) && isFirstOfBegunYear ? ['year_to_date_differs'] : []),
    ];
  }

  /** What of a policy follows from what is answered. */
  get settings() {
    const { staff, sendsBothShares, countsRelief } = this.asked;
    const known = staff.filter((worker) => !this.isOpen('who', worker));
    const ids = known.flatMap((worker) => payIdsOf(worker).map((id) => [id, worker] as const));
    const inReports = staff.map((worker) => [`R${worker.person}`, worker] as const);
    const unknown = new Set(staff.filter((worker) => this.isOpen('who', worker)).map(({ payId }) => payId));
    const people = [...ids, ...inReports.filter(([id]) => !unknown.has(id))];
    const pensioned = staff.filter(
      (worker) => !this.isOpen('pension', worker) && worker.employersPension !== 'reported',
    );
    const rule = ({ employersPension }: Worker) => (employersPension === 'fixed' ? pounds(fixedPension) : pensionShare);
    return {
      people: Object.fromEntries(people.map(([id, { person }]) => [id, `/v2/users/${person}`])),
      pensions: Object.fromEntries(
        pensioned.flatMap((worker) => payIdsOf(worker).map((id) => [id, rule(worker)] as const)),
      ),
      paidBefore: Object.fromEntries(
        this.#begun
          .filter(({ worker }) => !this.isOpen('before', worker))
          .flatMap(({ worker, day, figures }) =>
            payIdsOf(worker).map((id) => [id, { [yearInWords(taxYearIn(day))]: paidBefore(worker, figures) }]),
          ),
      ),
      bothShares: sendsBothShares && !this.isOpen('both') ? ('yes' as const) : ('no' as const),
      reliefInDeductions: this.isOpen('relief') ? null : countsRelief ? ('yes' as const) : ('no' as const),
      levyAccount: this.isOpen('levy') ? null : '405',
      cisSuffered: this.cisApart ? '682' : '814',
      treatsUnion: !this.isOpen('union'),
      columns: reportColumns,
    };
  }
}

const keyOf = (question: Question, worker?: Worker) => (worker ? `${question} ${worker.payId}` : question);
const yearInWords = (year: number) => `${year - 1}/${String(year).slice(2)}`;

const paidBefore = ({ isParent, hasClass1A }: Worker, { parental, class1A }: Figures) => ({
  ...(isParent && { statutory_maternity_pay: pounds(parental) }),
  ...(hasClass1A && { class_1a_ni: pounds(class1A) }),
});
