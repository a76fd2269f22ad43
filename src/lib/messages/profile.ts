// Sentences of profiles: an account, its content, editing, and the switches of an account.
import type { Preferences } from '../../../api/contract/preferences.ts';
import { RETENTION } from '../../../api/contract/retention.ts';
import { german } from './language.ts';

export interface SwitchWords {
  label: string;
  hint?: string;
}

/** Words for what can be turned on and off, each. */
interface SectionWords<Section> {
  title: string;
  switches: Record<SwitchesOf<Section>, SwitchWords>;
}
type SwitchesOf<Section> = {
  [Key in keyof Section]: Section[Key] extends boolean ? Key : never;
}[keyof Section];

export const profileMessages = {
  profile: {
    uploads: 'Uploads',
    liked: 'Liked',
    bookmarked: 'Bookmarked',
    recordings: 'Recordings',
    plays: 'Plays',
    likes: 'Likes',
    notFound: german('Profil nicht gefunden'),
    toHome: 'Back to the feed',
    loadFailed: 'Couldn’t load this profile',
    you: 'You',
    followers: { one: '{count} follower', many: '{count} followers' },
    following: '{count} following',
    since: 'Here since {date}',
    interests: 'Interests',
    lists: 'Recordings shown',
    edit: 'Edit profile',
    account: 'Settings and account',
    register: 'Register',
    follow: 'Follow',
    isFollowed: 'Following',
    followName: 'Follow {name}',
    unfollowName: 'Following {name}',
    followFailed: 'Couldn’t save this: {reason}',
    guestHere: 'This profile exists only in this browser. Register to keep it under your own name.',
    visitorHere:
      'You haven’t done anything here yet. Your profile starts with your first like, comment or recording.',
    emptyOwn: 'You have no recordings yet',
    emptyOwnText: 'Your first recording can be a whisper.',
    allHidden: 'None of your recordings can be heard now',
    toNews: 'See News',
    emptyOther: 'No recordings yet',
    emptyLikedOwn: 'Recordings you like appear here',
    emptyLikedOther: 'No likes yet',
    emptyBookmarked: 'Recordings you bookmark appear here',
    toFeed: 'Browse recordings',
    startRecording: 'Start Recording',
  },
  edit: {
    title: 'Edit profile',
    name: 'Name',
    nameHint: `Letters, digits and underscores. Links with your old name work for ${RETENTION.oldNamesDays} days.`,
    nameGuest: 'Register to choose a name.',
    bio: 'About you',
    bioHint: 'Everyone can read this.',
    interests: 'Interests',
    save: 'Save',
    cancel: 'Cancel',
    waiting: 'Saved on this phone, will send when you’re online',
    unsaved: 'You have unsaved changes.',
  },
  own: {
    waiting: 'Awaiting review',
    reviewed: 'Reviewed',
    waits: 'In review',
    refused: 'Not published',
    estimate: 'Usually {time}',
    words: 'Edited details',
    wordsText: 'The previous text stays until then.',
    wordsRefused: 'The previous text stays.',
    waitingHere: 'Your edit is saved on this phone. It will send when you’re online.',
    edit: 'Edit details',
    resubmit: 'Edit and resubmit',
    withdraw: 'Withdraw',
    withdrawTitle: 'Withdraw this recording?',
    withdrawText:
      'Its sound is deleted here and for the moderators. It still counts as one of today’s uploads.',
    alreadyDecided: 'A moderator has already decided about it.',
    resubmitText: 'Your text is kept. Choose the file again, or record a new one.',
    failed: 'Couldn’t update “{title}”: {reason}',
    open: 'Open',
    loadFailed: 'Couldn’t load your uploads',
  },
  words: {
    title: 'Edit details',
    published: 'The audio doesn’t change. A moderator may check your edit first.',
    waiting: 'Still in review. Moderators see your edit.',
    save: 'Save',
    send: 'Send again',
    cancel: 'Cancel',
  },
  install: {
    title: 'On your home screen',
    what: 'Opens like any other app. Its name and icon are visible on your home screen.',
    install: 'Add it',
    byHand: 'Tap Share in your browser, then “Add to Home Screen”.',
    done: 'Added to your home screen.',
  },
  settings: {
    title: 'Settings',
    /** Over each section, and next to each switch of it, with a line about what it does where it needs one. */
    sections: {
      notifications: {
        title: 'Notifications',
        switches: {
          likes: { label: 'Likes' },
          comments: { label: 'Comments' },
          follows: { label: 'New followers' },
        },
      },
      privacy: {
        title: 'Privacy',
        switches: {
          publicProfile: {
            label: 'Others can open my profile',
            hint: 'When off, only you see this page and your likes. Your recordings stay in the feed.',
          },
          allowComments: { label: 'Others can comment on my recordings' },
        },
      },
      playback: {
        title: 'Listening',
        switches: {
          autoplay: { label: 'Autoplay next recording', hint: 'Audio never starts without a tap.' },
        },
      },
    } satisfies { [Name in keyof Preferences]: SectionWords<Preferences[Name]> },
    volume: 'Starting volume',
    volumeValue: '{n} percent',
    visitor: 'Settings appear after your first like, comment or recording.',
    loadFailed: 'Couldn’t load your settings.',
    failed: 'Couldn’t save the setting: {reason}',
    waiting: 'Saved on this phone, will send when you’re online',
    device: 'This device',
  },
} as const;
