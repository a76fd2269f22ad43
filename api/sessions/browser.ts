// Reduces a User-Agent to browser and system, for the list of devices. Nothing else is stored.
import { BROWSERS, type Browser, SYSTEMS, type System } from '../contract/sessions.ts';

/** In order: most browsers also claim to be those below them. */
const BROWSER_MARKS: readonly [RegExp, Browser][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'edge'],
  [/\bOPR\/|\bOPT\/|\bOpera/, 'opera'],
  [/\bSamsungBrowser\//, 'samsung'],
  [/\bFirefox\/|\bFxiOS\//, 'firefox'],
  [/Chrome\/|\bCriOS\/|\bChromium\//, 'chrome'],
  [/\bSafari\//, 'safari'],
];

const SYSTEM_MARKS: readonly [RegExp, System][] = [
  [/\biPad\b/, 'ipad'],
  [/\biPhone\b|\biPod\b/, 'iphone'],
  [/\bAndroid\b/, 'android'],
  [/\bWindows\b/, 'windows'],
  [/\bMacintosh\b/, 'mac'],
  [/\bLinux\b|\bCrOS\b/, 'linux'],
];

const first = <Name>(marks: readonly [RegExp, Name][], agent: string): Name | null =>
  marks.find(([mark]) => mark.test(agent))?.[1] ?? null;

/** As stored in the session: `firefox android`; unknown parts are `-`. */
export const roughBrowser = (agent: string): string =>
  `${first(BROWSER_MARKS, agent) ?? '-'} ${first(SYSTEM_MARKS, agent) ?? '-'}`;

export function readBrowser(stored: string): { browser: Browser | null; system: System | null } {
  const [browser, system] = stored.split(' ');
  return {
    browser: BROWSERS.find((each) => each === browser) ?? null,
    system: SYSTEMS.find((each) => each === system) ?? null,
  };
}
