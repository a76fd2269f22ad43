// Route builders: the only file that contains paths. The router adds the `/aural` prefix.

/** State of a history entry that always starts at the top, such as a step of a form on one page. */
export const FROM_TOP = { fromTop: true } as const;

/** State of a history entry for something open on a page, which restores its own position when it closes. */
export const KEEPS_PLACE = { keepsPlace: true } as const;

export const paths = {
  home: () => '/',
  category: (id: string) => `/category/${encodeURIComponent(id)}`,
  player: (trackId: string) => `/player/${encodeURIComponent(trackId)}`,
  comments: () => '/comment-track',
  /** User id or username; without it the current user. */
  profile: (user?: string) => (user === undefined ? '/profile' : `/profile/${encodeURIComponent(user)}`),
  search: () => '/search',
  news: () => '/news',
  record: () => '/record',
  recorder: () => '/record/recorder',
  editor: () => '/audio-editor',
  upload: () => '/upload',
  uploadSuccess: () => '/upload-success',
  securityCheck: () => '/security-check',
  report: () => '/report',
  register: () => '/register',
  login: () => '/login',
  account: () => '/account',
  password: () => '/account/password',
  recoveryCode: () => '/account/code',
  recover: () => '/recover',
  devices: () => '/account/devices',
  ownData: () => '/account/data',
  blocked: () => '/account/blocked',
  move: () => '/move',
  consent: () => '/consent',
  admin: () => '/admin',
  demo: () => '/demo',
  bench: () => '/bench',
  about: () => '/about',
  guidelines: () => '/richtlinien',
  safety: () => '/sicherheit',
  help: () => '/hilfe',
  faq: () => '/faq',
  contact: () => '/kontakt',
  privacy: () => '/datenschutz',
  terms: () => '/agb',
  imprint: () => '/impressum',
} as const;

/** The prefix the page was opened under; every in-app link keeps it. */
export function basenameOf(pathname: string): '/' | '/aural' {
  return pathname === '/aural' || pathname.startsWith('/aural/') ? '/aural' : '/';
}

/** Frame of a path (without prefix). */
export interface FrameRules {
  /** Back button instead of the logo, and less padding above the page. */
  back: boolean;
  navigation: boolean;
  background: boolean;
  /** Hides the fixed mini player on the full player's page. */
  miniPlayer: boolean;
  footer: boolean;
  /** A page that records, edits or publishes: without the outbox and the record button. */
  studio: boolean;
  /** The report page has a plain black background. */
  plain: boolean;
}

const under = (pathname: string, ...roots: string[]) =>
  roots.some((root) => pathname === root || pathname.startsWith(`${root}/`));

/** Frame rules of a path; `/recorder` is an alias of `/record/recorder`. */
export function frameRules(pathname: string): FrameRules {
  const recorder = pathname.startsWith('/record/recorder') || under(pathname, '/recorder');
  const player = under(pathname, '/player');
  const publishing = under(
    pathname,
    '/upload',
    '/share-recording',
    '/audio-editor',
    '/audio-edit-test',
    '/demo-audio-editor',
    '/demo-workflow',
  );
  const report = under(pathname, '/report');
  return {
    back:
      recorder ||
      player ||
      publishing ||
      report ||
      under(pathname, '/category', '/move', '/account', '/login', '/recover', '/register'),
    navigation: !recorder,
    background: !(
      player ||
      publishing ||
      report ||
      under(pathname, '/record', '/recorder', '/upload-success', '/security-check', '/news', '/search')
    ),
    miniPlayer: !(player || recorder),
    footer: !(recorder || publishing),
    studio: recorder || publishing || under(pathname, '/record', '/demo-record', '/demo-upload-share'),
    plain: report,
  };
}

/** Number of pages of this visit before this one; 0 for a page opened by its URL. The router counts them. */
export const pagesBehind = (): number => {
  const index: unknown = history.state?.idx;
  return typeof index === 'number' ? index : 0;
};
