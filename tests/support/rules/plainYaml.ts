// The part of YAML that the compose file uses: maps, lists, inline lists, quoted and bare words, comments on their own
// lines. It rejects anything else, so that it never misreads a file.

export type Yaml = string | null | Yaml[] | { [name: string]: Yaml };

interface Line {
  indent: number;
  text: string;
  number: number;
}

const KEY = /^([\w./-]+):(?: (.*))?$/;

function scalarOf(text: string, number: number): Yaml {
  if (text.startsWith('"')) return JSON.parse(text) as string;
  if (text === '{}') return {};
  if (text.startsWith('[')) return splitList(text.slice(1, -1)).map((each) => scalarOf(each.trim(), number));
  if (/^[&*!|>%@`'{]|: | #/.test(text))
    throw new Error(`line ${number}: ${text} is more YAML than this reads`);
  return text;
}

/** Splits at commas outside of quotation marks. */
const splitList = (text: string): string[] => text.match(/"(?:[^"\\]|\\.)*"|[^,"\s][^,]*/g) ?? [];

function blockOf(lines: Line[], indent: number): Yaml {
  const first = lines[0];
  if (!first) return null;
  if (first.indent !== indent)
    throw new Error(`line ${first.number}: indented by ${first.indent}, not ${indent}`);
  return first.text.startsWith('- ') ? listOf(lines, indent) : mapOf(lines, indent);
}

function listOf(lines: Line[], indent: number): Yaml[] {
  const list: Yaml[] = [];
  while (lines[0]?.indent === indent) {
    const { text, number } = lines.shift() as Line;
    if (!text.startsWith('- ')) throw new Error(`line ${number}: a list continues with something else`);
    list.push(scalarOf(text.slice(2), number));
  }
  return list;
}

function mapOf(lines: Line[], indent: number): { [name: string]: Yaml } {
  const map: { [name: string]: Yaml } = {};
  while (lines[0] && lines[0].indent >= indent) {
    const { indent: at, text, number } = lines.shift() as Line;
    const [, name, value] = KEY.exec(text) ?? [];
    if (at !== indent || name === undefined)
      throw new Error(`line ${number}: ${text} is no entry of this map`);
    if (name in map) throw new Error(`line ${number}: ${name} stands here twice`);
    const next = lines[0];
    if (value !== undefined) map[name] = scalarOf(value, number);
    else map[name] = next && next.indent > indent ? blockOf(lines, next.indent) : null;
  }
  return map;
}

export function readPlainYaml(source: string): Yaml {
  const lines = source.split('\n').flatMap((line, index): Line[] => {
    if (/^\s*(#|$)/.test(line)) return [];
    if (line.includes('\t')) throw new Error(`line ${index + 1}: a tab`);
    return [{ indent: line.search(/\S/), text: line.trim(), number: index + 1 }];
  });
  const document = blockOf(lines, 0);
  if (lines.length > 0) throw new Error(`line ${lines[0]?.number}: unexpected content`);
  return document;
}
