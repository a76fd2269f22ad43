// The fixed player at the bottom of every page but the player's own.
export function MiniPlayer() {
  return null;
}
