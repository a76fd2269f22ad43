// Bytes of uploads in turns of the event loop: twenty people who send at once would otherwise fill every turn with
// megabytes to parse and hash, and who listens would wait behind them.

/** Half a millisecond of parsing, hashing and writing; one upload alone is not slowed down. */
const BYTES_PER_TURN = 128 * 1024;

interface Waiting {
  bytes: number;
  go(): void;
}

/** In the order they came: every upload has one piece at most here. */
const waiting: Waiting[] = [];
let taken = 0;
let isScheduled = false;

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(nextTurn);
}

function nextTurn(): void {
  isScheduled = false;
  taken = 0;
  for (let next = waiting[0]; next && hasRoom(next.bytes); next = waiting[0]) {
    waiting.shift();
    taken += next.bytes;
    next.go();
  }
  if (taken > 0) schedule();
}

/** A piece larger than a turn has one of its own. */
const hasRoom = (bytes: number) => taken === 0 || taken + bytes <= BYTES_PER_TURN;

/** Calls `go` at once or in a later turn, when `bytes` more may be worked on; until then the sender is held back. */
export function takeTurn(bytes: number, go: () => void): void {
  if (waiting.length > 0 || !hasRoom(bytes)) {
    waiting.push({ bytes, go });
    schedule();
    return;
  }
  taken += bytes;
  schedule();
  go();
}
