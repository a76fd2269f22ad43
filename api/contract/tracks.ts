// What a listener sees of a track. Explicit fields: nothing else leaves the server.

export const GENDERS = ['Female', 'Male', 'Couple', 'Diverse'] as const;
/** Performer category. `Mixed` is read-only legacy (K31) and never offered. */
export type Gender = (typeof GENDERS)[number] | 'Mixed';

export type TrackStatus = 'active' | 'pending' | 'inactive' | 'approved' | 'rejected' | 'pending_review';

/** The author as others see them. */
export interface TrackUser {
  id: string;
  username: string;
}

/** One track in a list or on its page. */
export interface TrackView {
  id: string;
  title: string;
  description: string;
  /** Seconds, counted from decoded frames. */
  duration: number;
  /** Path of the audio on this server; supports Range and HEAD. */
  url: string;
  mimeType: string;
  fileSize: number;
  user: TrackUser;
  userId: string;
  gender: Gender | null;
  tags: string[];
  status: TrackStatus;
  plays: number;
  likes: number;
  commentsCount: number;
  /** Of the viewer. */
  isLiked: boolean;
  isBookmarked: boolean;
  /** ISO time. */
  createdAt: string;
  /** 64 peak magnitudes 0…255 over the whole track, base64: what a track's face is drawn from. */
  face: string;
  /** Integrated loudness, null for silence. */
  lufs: number | null;
}
