/** One at a time, in the order of the requests. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(act: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(act, act);
    this.#last = mine;
    return mine;
  }
}
