// Texts of the share form and of the pages after it.
import { FLAG_REASONS, USUAL_REASON } from '../../../api/contract/review.ts';
import { german } from './language.ts';

export const shareMessages = {
  share: {
    title: 'Share your recording',
    publish: 'Publish',
    autoApproval: 'Auto-approval active',
    titleRequired: 'Title is required',
    titleTooShort: 'Title must be at least 2 characters',
    titleTooLong: 'Title must not exceed 85 characters',
    defaultTitle: 'Moments of {date}',
    performerRequired: 'Please select who is on the recording',
    accepted: 'MP3, WAV, WebM, OGG, M4A, max 50MB',
  },
  tags: {
    tooShort: german('Tag muss mindestens 2 Zeichen haben'),
    tooMany: 'Maximum 10 tags allowed',
    duplicate: german('Dieser Tag wurde bereits hinzugefügt'),
    suggested: german('Dieser Tag ist bereits in der Liste verfügbar'),
    predefined: [
      'Soft',
      'Passionate',
      'Moan',
      'Whisper',
      'Breathing',
      'Intimate',
      'Seductive',
      'Sweet',
      'Gentle',
      'Tender',
      'Romantic',
      'Sensual',
      'Loving',
      'Warm',
      'Affectionate',
    ],
  },
  uploadResult: {
    success: 'Upload Successful!',
    viewAudio: 'View Audio',
    goHome: 'Go to Home',
    checking: 'Checking your upload',
    gotIt: 'Got it',
    reviewing: german(USUAL_REASON),
    estimate: '5-10 minutes',
    minutes: '{n} minutes',
    hours: '{n} hours',
    days: '{n} days',
  },
  limits: {
    frequency: german(FLAG_REASONS.frequency),
    daily: german(FLAG_REASONS.daily),
    minutes: german(FLAG_REASONS.minutes),
  },
  pow: {
    failed: 'Proof-of-work generation failed',
    inProgress: 'Token generation already in progress',
  },
} as const;
