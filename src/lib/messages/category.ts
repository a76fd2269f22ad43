// Sentences of a category's page, of the end of a list and of the menu of an own recording.
import { german } from './language.ts';

export const categoryMessages = {
  notFound: 'Category not found',
  emptyTitle: german('Keine Audio-Inhalte gefunden'),
  emptyText: german('Diese Kategorie enthält noch keine Aufnahmen.'),
  more: 'More for {title}',
  edit: 'Edit details',
  loadMore: 'Load more',
  moreFailed: 'Couldn’t load more',
  allLoaded: 'No more recordings',
} as const;
