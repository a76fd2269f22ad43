// Sentences of a category's page and of the end of a list.
import { german } from './language.ts';

export const categoryMessages = {
  notFound: 'Category not found',
  emptyTitle: german('Keine Audio-Inhalte gefunden'),
  emptyText: german('Diese Kategorie enthält noch keine Aufnahmen.'),
  loadMore: 'Load more',
  moreFailed: 'Couldn’t load more',
  allLoaded: 'No more recordings',
} as const;
