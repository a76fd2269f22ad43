// One owner for all resources to release: tracks, nodes, listeners, timers.

export interface Scope {
  /** Registers a release; runs it at once when the scope is already closed. */
  add(release: () => void): void;
  listen<K extends string>(
    target: {
      addEventListener(t: K, l: (e: Event) => void): void;
      removeEventListener(t: K, l: (e: Event) => void): void;
    },
    type: K,
    listener: (event: Event) => void,
  ): void;
  /** Releases in reverse order, once; a failing release does not stop the others. */
  close(): void;
  readonly closed: boolean;
}

export function createScope(): Scope {
  const releases: (() => void)[] = [];
  let closed = false;
  const scope: Scope = {
    add(release) {
      if (closed) release();
      else releases.push(release);
    },
    listen(target, type, listener) {
      target.addEventListener(type, listener);
      scope.add(() => target.removeEventListener(type, listener));
    },
    close() {
      if (closed) return;
      closed = true;
      const errors: unknown[] = [];
      for (const release of releases.reverse()) {
        try {
          release();
        } catch (error) {
          errors.push(error);
        }
      }
      releases.length = 0;
      if (errors.length > 0) throw errors[0];
    },
    get closed() {
      return closed;
    },
  };
  return scope;
}
