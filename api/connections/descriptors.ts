// How many connections fit into the process's limit of file descriptors.
import { readFileSync } from 'node:fs';

/** Descriptors the process needs itself: database, engine, log, uploads. Many systems allow 1,024 in total. */
const RESERVE = 128;
const CONNECTIONS_MAX = 1024;
const CONNECTIONS_MIN = 16;

/** The limit on open descriptors; Infinity if unknown. Node raises it to the hard limit. */
export function descriptorLimit(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Each connection may need a socket and an open file. */
export function connectionsFor(limit: number): number {
  return Math.max(CONNECTIONS_MIN, Math.min(CONNECTIONS_MAX, Math.floor((limit - RESERVE) / 2)));
}
