// Names people know for the engine's metadata fields. Several fields can share one.
import { publishMessages } from '../../lib/messages/publish.ts';
import { fill } from '../../lib/messages.ts';

const { fields } = publishMessages.receipt;

const WORDS: readonly [RegExp, string][] = [
  [/location|gps|coordinates|latitude|longitude|address/, fields.location],
  [/^make$|model|device|android|apple|camera|serial|hostname/, fields.device],
  [/encod|writing_app|muxing_app|software|tool|^id3$|^itunsmpb$|program/, fields.program],
  [
    /artist|author|composer|performer|engineer|technician|publisher|organi[sz]ation|person|owner|copyright/,
    fields.person,
  ],
  [/^title|^name$|subtitle|^work$/, fields.title],
  [/date|time|year|^tdrc$/, fields.date],
  [/picture|cover|thumb|image/, fields.picture],
  [/comment|description|lyrics|synopsis|note|keyword/, fields.note],
  [/album|track|disc|genre|grouping/, fields.place],
  [/contact|e-?mail|url|website|phone/, fields.contact],
  [/cue|chapter|marker|bookmark/, fields.marks],
  [
    /duration|tag|brand|version|statistics|bps|xmp|ixml|broadcast_extension|application|cart|language|handler/,
    fields.technical,
  ],
];

/** Each word once, in order of appearance. */
export function metadataNames(names: readonly string[]): string[] {
  const words = names.map((name) => {
    const known = WORDS.find(([pattern]) => pattern.test(name.toLowerCase()));
    return known ? known[1] : fill(fields.other, { name: name.slice(0, 40) });
  });
  return [...new Set(words)];
}
