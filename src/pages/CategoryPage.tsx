// One category.
import { messages } from '../lib/messages.ts';
import { StateCard } from '../ui/Card.tsx';

export function CategoryPage() {
  return <StateCard title={messages.category.notFound} level={1} />;
}
