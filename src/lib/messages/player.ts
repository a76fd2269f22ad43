// Sentences of the player page.

export const playerMessages = {
  notFound: 'Track not found',
  notFoundText: 'It may have been taken down, or the link is not complete.',
  goBack: 'Go back',
  defaultDescription: 'Intimate whispers sharing personal thoughts and desires',
  defaultTags: { soft: 'Soft', female: 'Female', toy: 'Toy', whisper: 'Whisper', intimate: 'Intimate' },
  tags: 'Tags',
  searchTag: 'Search for {tag}',
  comments: { one: '{count} comment', many: '{count} comments' },
  like: 'Like',
  bookmark: 'Bookmark',
  share: 'Share',
  shareMoment: 'Share from {time}',
  copied: 'Link copied',
  shareFailed: 'The link could not be shared here',
  notSaved: 'That could not be saved',
  report: 'Report inappropriate content',
  reportDescription: 'Report the description',
  transcript: 'Read what is said',
  transcriptFailed: 'What is said could not be loaded',
  transcriptGone: 'Nothing is written down any more',
} as const;
