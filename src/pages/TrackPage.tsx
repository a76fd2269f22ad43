// The full player.
import { messages } from '../lib/messages.ts';
import { StateCard } from '../ui/Card.tsx';

export function TrackPage() {
  return <StateCard title={messages.player.notFound} level={1} />;
}
