// Sentences of profiles: a person, what is theirs, changing it, and the switches of an account.
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
    loadFailed: 'This profile can’t be loaded',
    you: 'You',
    followers: { one: '{count} follower', many: '{count} followers' },
    following: '{count} following',
    since: 'Here since {date}',
    interests: 'Interests',
    lists: 'What is shown',
    edit: 'Edit profile',
    settings: 'Settings',
    account: 'Account',
    register: 'Register',
    follow: 'Follow',
    isFollowed: 'Following',
    followName: 'Follow {name}',
    unfollowName: 'Following {name}',
    followFailed: 'This could not be kept: {reason}',
    guestHere:
      'This profile lives in this browser only and goes with it. Registering will keep it, under a name of your own.',
    visitorHere:
      'Nothing of you is here yet. With your first like, comment or recording a profile begins, in this browser only.',
    emptyOwn: 'Nothing of yours to hear yet',
    emptyOwnText: 'Your first recording can be a whisper.',
    emptyOther: 'No recordings yet',
    emptyLikedOwn: 'What you like is kept here',
    emptyLikedOther: 'No likes yet',
    emptyBookmarked: 'What you want to hear again is kept here',
    toFeed: 'Listen around',
    startRecording: 'Start Recording',
  },
  edit: {
    title: 'Edit profile',
    name: 'Name',
    nameHint: `Letters, digits and underscores. Links with the old name lead here for ${RETENTION.oldNamesDays} days.`,
    nameGuest: 'You get a name of your own by registering.',
    bio: 'About you',
    bioHint: 'As much as you want to be heard, and no more.',
    interests: 'What interests you',
    save: 'Save',
    cancel: 'Cancel',
    waiting: 'Saved on this phone, will send when you’re online',
    unsaved: 'You were in the middle of this. Nothing is saved yet.',
  },
  own: {
    title: 'Not heard yet',
    waits: 'Being checked',
    refused: 'Not published',
    estimate: 'Usually {time}',
    words: 'New words',
    wordsText: 'Until then it is heard under its old words.',
    wordsRefused: 'It is heard under its old words.',
    waitingHere: 'Your new words are saved on this phone and will be sent when you’re online.',
    edit: 'Edit words',
    resubmit: 'Edit and resubmit',
    resubmitText:
      'What was refused is not kept on the server. Your words come along; choose the audio again, or record it anew.',
    failed: '“{title}” keeps its old words: {reason}',
    open: 'Look again',
    loadFailed: 'What waits can’t be shown right now',
  },
  words: {
    title: 'Edit words',
    published: 'The sound stays as it is. New words may be checked before they are shown.',
    waiting: 'It is still being checked; the moderators see the new words.',
    save: 'Save',
    send: 'Send again',
    cancel: 'Cancel',
  },
  install: {
    title: 'On your home screen',
    what: 'Opens like any other app. Its name and picture are seen there, too.',
    install: 'Add it',
    byHand: 'Tap Share in your browser, then “Add to Home Screen”.',
    done: 'It is on your home screen now.',
  },
  settings: {
    title: 'Settings',
    /** Over each section, and beside each switch of it, with a line about what it does where it needs one. */
    sections: {
      notifications: {
        title: 'Tell me about',
        switches: {
          likes: { label: 'Likes' },
          comments: { label: 'Comments' },
          follows: { label: 'New followers' },
        },
      },
      privacy: {
        title: 'Others',
        switches: {
          publicProfile: {
            label: 'Others can open my profile',
            hint: 'Off: your recordings stay in the feed, this page and your likes are yours alone.',
          },
          allowComments: { label: 'Others can comment on my recordings' },
        },
      },
      playback: {
        title: 'Listening',
        switches: {
          autoplay: { label: 'Go on with the next one', hint: 'Nothing ever starts to sound by itself.' },
        },
      },
    } satisfies { [Name in keyof Preferences]: SectionWords<Preferences[Name]> },
    volume: 'Volume to begin with',
    volumeValue: '{n} percent',
    visitor: 'These come with your first like, comment or recording.',
    loadFailed: 'Your switches can’t be read right now.',
    failed: 'That could not be saved, so it is as it was: {reason}',
    waiting: 'Saved on this phone, will send when you’re online',
    device: 'This device',
  },
} as const;
