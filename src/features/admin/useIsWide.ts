import { useMedia } from '../../ui/useMedia.ts';

/** Whether the screen has room for columns, or for a list with the opened item next to it. */
export const useIsWide = (): boolean => useMedia('(min-width: 900px)');
