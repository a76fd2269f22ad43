// Home.
import { messages } from '../lib/messages.ts';

export function FeedPage() {
  return <h1>{messages.feed.hero}</h1>;
}
