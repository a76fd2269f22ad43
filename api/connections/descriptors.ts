// How many connections fit into the descriptors this process may have.
import { readFileSync } from 'node:fs';

/** Of 1,024 descriptors that many systems give a process, what it needs for itself: database, engine, log, uploads. */
const RESERVE = 128;
const CONNECTIONS_MAX = 1024;
const CONNECTIONS_MIN = 16;

/** Descriptors this process may have open; Infinity where the system does not tell. Node raises it to the hard limit. */
export function descriptorLimit(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Each connection may have one file open beside its socket. */
export function connectionsFor(limit: number): number {
  return Math.max(CONNECTIONS_MIN, Math.min(CONNECTIONS_MAX, Math.floor((limit - RESERVE) / 2)));
}
