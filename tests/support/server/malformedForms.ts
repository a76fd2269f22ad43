// Sixty malformed multipart bodies: cut, nested, huge, contradictory. None of them is a valid upload.
import { partHead } from './rawHttp.ts';

export interface MalformedForm {
  name: string;
  body: Buffer;
  /** Content-Type of the request. */
  type: string;
}

const FORM = 'multipart/form-data; boundary=xx';
const FILE = 'form-data; name="audio"; filename="a.wav"';
const END = '\r\n--xx--\r\n';

const form = (name: string, body: string | Buffer, type = FORM): MalformedForm => ({
  name,
  body: typeof body === 'string' ? Buffer.from(body, 'latin1') : body,
  type,
});

const whole = `${partHead('form-data; name="title"')}A title\r\n${partHead(FILE)}RIFF1234WAVE${END}`;

/** Known attacks on multipart parsers, and everything that busboy and multer name as errors. */
export function malformedForms(): MalformedForm[] {
  const cuts = Array.from({ length: 20 }, (_, index) => Math.floor(((index + 1) * (whole.length - 8)) / 21));
  return [
    ...cuts.map((at) => form(`cut after ${at} bytes`, whole.slice(0, at))),
    form('nothing', ''),
    form('only the end', '--xx--\r\n'),
    form('only line ends', '\r\n\r\n\r\n'),
    form('only the boundary', '--xx'),
    form('another boundary', whole.replaceAll('--xx', '--yy')),
    form('a boundary in another case', whole.replaceAll('--xx', '--XX')),
    form('line feeds without carriage returns', whole.replaceAll('\r\n', '\n')),
    form('no file', `${partHead('form-data; name="title"')}A title${END}`),
    form('a file of another name', `${partHead('form-data; name="image"; filename="a"')}abc${END}`),
    form('two files', `${partHead(FILE)}abc\r\n${partHead(FILE)}abc${END}`),
    form('an unescaped quote', `${partHead('form-data; name="audio"; filename="a".wav"')}abc${END}`),
    form('no disposition', `--xx\r\nContent-Type: audio/wav\r\n\r\nabc${END}`),
    form('no name', `${partHead('form-data')}abc${END}`),
    form('an empty name', `${partHead('form-data; name=""')}abc${END}`),
    form('attachment instead of form-data', `${partHead('attachment; name="audio"; filename="a"')}abc${END}`),
    form('a header without a colon', `--xx\r\nContent-Disposition\r\n\r\nabc${END}`),
    form('a header of 200 KB', `${partHead(FILE, `X-Long: ${'a'.repeat(200 * 1024)}`)}abc${END}`),
    form('a name of 1 MB', `${partHead(`form-data; name="${'n'.repeat(1024 * 1024)}"`)}abc${END}`),
    form('a field of 1 MB', `${partHead('form-data; name="title"')}${'a'.repeat(1024 * 1024)}${END}`),
    form('10,000 fields', `${`${partHead('form-data; name="x"')}1\r\n`.repeat(10_000)}--xx--\r\n`),
    form('10,000 empty parts', `${`${partHead('form-data')}\r\n`.repeat(10_000)}--xx--\r\n`),
    form('1,000 headers in one part', `${partHead(FILE, 'X-A: b\r\n'.repeat(999).trimEnd())}abc${END}`),
    form(
      'nested multipart',
      `${partHead('form-data; name="audio"', 'Content-Type: multipart/mixed; boundary=zz')}--zz\r\nContent-Disposition: file; filename="a.wav"\r\n\r\nabc\r\n--zz--${END}`,
    ),
    form('nested names', `${partHead('form-data; name="a[b][c][d]"')}abc${END}`),
    form('__proto__', `${partHead('form-data; name="__proto__"')}{"isAdmin":true}${END}`),
    form('constructor.prototype', `${partHead('form-data; name="constructor[prototype][x]"')}1${END}`),
    form('base64 of a file', `${partHead(FILE, 'Content-Transfer-Encoding: base64')}UklGRg==${END}`),
    form(
      'an unknown charset',
      `${partHead('form-data; name="title"', 'Content-Type: text/plain; charset=ebcdic')}abc${END}`,
    ),
    form(
      'broken percent in the name',
      `${partHead('form-data; name="audio"; filename*=utf-8\'\'%E4%ZZ')}abc${END}`,
    ),
    form('NUL in the name', `${partHead('form-data; name="audio\0"; filename="a"')}abc${END}`),
    form(
      'a boundary of 10 KB',
      `--${'b'.repeat(10_240)}\r\n`,
      `multipart/form-data; boundary=${'b'.repeat(10_240)}`,
    ),
    form('bytes before the first boundary', `${'junk'.repeat(1000)}${whole.slice(2)}`),
    form('boundary glued to the text', `--xxContent-Disposition: ${FILE}\r\n\r\nabc${END}`),
    form('an empty file', `${partHead(FILE)}${END}`),
    form('no boundary parameter', whole, 'multipart/form-data'),
    form('an empty boundary', whole, 'multipart/form-data; boundary='),
    form('multipart/mixed', whole, 'multipart/mixed; boundary=xx'),
    form('plain text', whole, 'text/plain'),
    form('JSON', '{"audio":"abc"}', 'application/json'),
    form('urlencoded', 'audio=abc', 'application/x-www-form-urlencoded'),
  ];
}
