// /datenschutz, /agb, /impressum and the other pages of the footer.
import { useLocation } from 'react-router-dom';
import { LegalPanel } from '../features/legal/LegalPanel.tsx';
import { type LegalPath, legalPathOf } from '../features/legal/legalTexts.ts';
import { legalMessages } from '../lib/messages/legal/page.ts';
import { usePageTitle } from './usePageTitle.ts';

export function LegalPage() {
  const path = legalPathOf(useLocation().pathname);
  return path && <OpenPage key={path} path={path} />;
}

function OpenPage({ path }: { path: LegalPath }) {
  usePageTitle(legalMessages.titles[path]);
  return <LegalPanel path={path} />;
}
