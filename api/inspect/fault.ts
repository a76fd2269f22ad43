// What a thread of the engine reports when its work fails.

/** `code`: `system` with the operating system's code as message, for a fault of the machine; otherwise the error's name. */
export function faultOf(error: unknown): { code: string; message: string } {
  const fault = (error instanceof Error ? error : new Error(String(error))) as NodeJS.ErrnoException;
  // A fault of the machine, not of the file: no descriptor, no space.
  if (/^E[A-Z]+$/.test(fault.code ?? '')) return { code: 'system', message: fault.code ?? '' };
  return { code: fault.name, message: fault.message };
}
