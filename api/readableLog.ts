// Log lines for a person at a terminal. Everywhere else the log stays JSON, one object a line.
import type { LineSink } from './log.ts';

/** pino's levels that get a word; information is the usual one. */
const WORDS: Record<number, string> = { 10: 'TRACE', 20: 'DEBUG', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' };
const RED = '\u001b[31m';
const YELLOW = '\u001b[33m';
const GREY = '\u001b[90m';
const PLAIN = '\u001b[0m';
const colourOf = (level: number) => (level >= 50 ? RED : level >= 40 ? YELLOW : GREY);

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** One JSON line of pino as text: time, level, message, fields, and the stack of an error on its own lines. */
function readableLine(line: string): string {
  const { level, time, msg = '', err, requestId: _id, ...fields } = JSON.parse(line);
  const clock = new Date(time).toTimeString().slice(0, 8);
  const isRequest = msg === 'request';
  const { operation, method, status, code, ms, ...others } = fields;
  const text = isRequest
    ? [method, operation, status, code, `${ms} ms`].filter((part) => part !== undefined).join(' ')
    : msg;
  const rest = Object.entries(isRequest ? others : fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => ` ${GREY}${name}=${PLAIN}${shown(value)}`)
    .join('');
  const word = WORDS[level] ? ` ${colourOf(level)}${WORDS[level]}${PLAIN}` : '';
  const stack = err ? `\n${String(err.stack ?? err.message).replace(/^/gm, '  ')}` : '';
  return `${GREY}${clock}${PLAIN}${word} ${text}${rest}${stack}\n`;
}

/** A sink that makes pino's lines readable. */
export const readable = (sink: LineSink): Pick<LineSink, 'write'> => ({
  write: (line) => sink.write(readableLine(line)),
});
