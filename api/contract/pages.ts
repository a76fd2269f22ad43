// The paths of the app's pages (`src/app/router.tsx`): the server answers 404 on others, on which the app shows its home screen.

/** Without a part after it. */
const SINGLE_PAGES = (
  'about account account/blocked account/code account/data account/devices account/password admin agb ' +
  'audio-edit-test audio-editor bench comment-track consent datenschutz demo demo-audio-editor demo-feed ' +
  'demo-player demo-profile demo-record demo-upload demo-upload-share demo-workflow faq hilfe impressum kontakt ' +
  'login move news player privacy profile record record/recorder recorder recover register report richtlinien ' +
  'search security-check share-recording sicherheit test test-news unicorn unicorn-visualizer-demo upload ' +
  'upload-success'
).split(' ');
const PAGES = new RegExp(
  `^(?:/aural)?(?:/(?:${SINGLE_PAGES.join('|')}|(?:category|player|profile)/[^/]+|news/.*))?/?$`,
  'i',
);

export const isPage = (path: string): boolean => PAGES.test(path);
