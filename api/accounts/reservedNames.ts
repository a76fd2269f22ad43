// Reserved usernames: those that seem to speak for this site, also with look-alike characters. Usernames are ASCII letters,
// digits and underscores, so only a few of Unicode's confusables (UTS 39) apply.
import { createHash } from 'node:crypto';

/** Names the interface uses for people. */
const OF_THE_INTERFACE = ['you', 'du', 'deleted'];

/** Words that suggest a role: reserved as a whole name or as a separate word in it. */
const ROLE_NAMES = [
  ...[
    'admin',
    'admins',
    'administrator',
    'administrators',
    'administration',
    'sysadmin',
    'superuser',
    'root',
  ],
  ...['mod', 'mods', 'moderator', 'moderators', 'moderation', 'operator', 'operators', 'system', 'server'],
  ...['support', 'helpdesk', 'staff', 'team', 'official', 'webmaster', 'postmaster', 'hostmaster', 'aural'],
  ...['betreiber', 'betreiberin', 'verwaltung', 'redaktion', 'leitung', 'offiziell', 'kundendienst'],
];

/** Also reserved inside a name; the only other words that contain them are listed below. */
const INSIDE = [
  ...['admin', 'moderator', 'moderation', 'betreiber', 'support', 'helpdesk'],
  ...['superuser', 'webmaster', 'postmaster', 'hostmaster'],
];
const INNOCENT = ['badminton', 'administrata', 'supportive', 'supporter', 'supporting', 'supported'];

/** A role name with only these around it still suggests a role: `realmod`, `theteam`. */
const FILLERS = [
  ...[
    'the',
    'real',
    'true',
    'my',
    'your',
    'our',
    'its',
    'i',
    'am',
    'im',
    'is',
    'we',
    'head',
    'chief',
    'super',
  ],
  ...[
    'der',
    'die',
    'das',
    'dein',
    'euer',
    'unser',
    'ich',
    'bin',
    'echt',
    'echte',
    'echter',
    'original',
    'of',
    'von',
  ],
  ...['site', 'web', 'app', 'audio', 'chat', 'online', 'service', 'dienst', 'hq'],
];

const LOOK_ALIKES: Record<string, string> = {
  ...{ '0': 'o', '1': 'l', i: 'l', '2': 'z', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '9': 'g' },
};

/** Equal for names that look the same. */
export const skeleton = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[0-9i]/g, (sign) => LOOK_ALIKES[sign] ?? sign)
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w');

/** Equal for names that look the same; does not contain the name. */
export const lookAlikeKey = (name: string): string =>
  createHash('sha256').update(skeleton(name)).digest('hex');

const skeletons = (words: readonly string[]) => words.map(skeleton);
const interfaceNames = new Set(skeletons(OF_THE_INTERFACE));
const roleNames = new Set(skeletons(ROLE_NAMES));
const inside = skeletons(INSIDE);
const innocent = skeletons(INNOCENT);
const pieces = [...skeletons(ROLE_NAMES), ...skeletons(FILLERS)];

export const isInterfaceName = (username: string): boolean => interfaceNames.has(skeleton(username));

export const looksLike = (one: string, other: string): boolean => skeleton(one) === skeleton(other);

/** `AuralSupport_2` → Aural, Support. Digits at the end are ignored. */
const wordsOf = (name: string): string[] =>
  name
    .split(/_|(?<=[a-z0-9])(?=[A-Z][a-z])/)
    .map((word) => word.replace(/\d+$/, ''))
    .filter((word) => word !== '');

/** Whether `text` consists of role names and fillers, with at least one role name. */
function isMadeOfRoles(text: string, hasRole = false): boolean {
  if (text === '') return hasRole;
  return pieces.some(
    (piece) =>
      text.startsWith(piece) && isMadeOfRoles(text.slice(piece.length), hasRole || roleNames.has(piece)),
  );
}

/** Whether a name suggests a role. */
export function namesRole(username: string): boolean {
  if (wordsOf(username).some((word) => roleNames.has(skeleton(word)))) return true;
  const whole = skeleton(username.replace(/_/g, ''));
  const rest = innocent.reduce((text, word) => text.replaceAll(word, ' '), whole);
  if (inside.some((word) => rest.includes(word))) return true;
  return isMadeOfRoles(skeleton(username.replace(/_/g, '').replace(/\d+$/, '')));
}
