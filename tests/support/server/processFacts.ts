// Facts about a process from Linux: open descriptors, resident memory. Null on other systems.
import { readdirSync, readFileSync } from 'node:fs';

export function openDescriptors(pid: number): number | null {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return null;
  }
}

/** Bytes. */
export function residentBytes(pid: number): number | null {
  try {
    const line = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return line ? Number(line[1]) * 1024 : null;
  } catch {
    return null;
  }
}

/** Descriptors the process may have open. */
export function softLimit(pid: number): number {
  return Number(/^Max open files\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))?.[1] ?? 1024);
}
