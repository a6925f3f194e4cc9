/** A document that is not what it should be, with the paths of what is wrong. */
export class WrongShape extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('; '));
    this.name = 'WrongShape';
  }
}
