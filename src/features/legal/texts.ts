// The text of each page is a file of its own, fetched when the page is opened.
import type { LegalText } from '../../lib/legalText.ts';
import type { legalMessages } from '../../lib/messages/legal/page.ts';

export type LegalPath = keyof typeof legalMessages.titles;

const privacy = async () => (await import('../../lib/messages/legal/privacy.ts')).privacyText;

const TEXTS: Record<LegalPath, () => Promise<LegalText>> = {
  '/about': async () => (await import('../../lib/messages/legal/about.ts')).aboutText,
  '/richtlinien': async () => (await import('../../lib/messages/legal/guidelines.ts')).guidelinesText,
  '/sicherheit': async () => (await import('../../lib/messages/legal/safety.ts')).safetyText,
  '/hilfe': async () => (await import('../../lib/messages/legal/help.ts')).helpText,
  '/faq': async () => (await import('../../lib/messages/legal/faq.ts')).faqText,
  '/kontakt': async () => (await import('../../lib/messages/legal/contact.ts')).contactText,
  '/datenschutz': privacy,
  '/privacy': privacy,
  '/agb': async () => (await import('../../lib/messages/legal/terms.ts')).termsText,
  '/impressum': async () => (await import('../../lib/messages/legal/imprint.ts')).imprintText,
};

/** `/Impressum/` is the imprint, too: the router takes both. Null for a path without such a page. */
export function legalPathOf(pathname: string): LegalPath | null {
  const path = pathname.toLowerCase().replace(/\/+$/, '');
  return path in TEXTS ? (path as LegalPath) : null;
}

/** Rejects when the file cannot be fetched. */
export const loadText = (path: LegalPath): Promise<LegalText> => TEXTS[path]();
