/**
 * Notifies other processes on the same database by LISTEN and NOTIFY of what they would otherwise find
 * at their next poll. Nothing depends on it: a message may be lost while a connection is down, so every
 * listener also polls. On SQLite there is no other process.
 */
export interface ClusterNotifications {
  notify(topic: string, text: string): void
  /** Receives the others' messages, never its own. Returns a function that ends it. */
  onNotified(topic: string, listener: (text: string) => void): () => void
  /** Called when the connection is back: messages may have been missed. */
  onBack(listener: () => void): () => void
  /** Messages do not arrive, most likely because of a pooler in between: only polls find anything. */
  isDeaf(): boolean
}

export const noCluster: ClusterNotifications = {
  notify: () => undefined,
  onNotified: () => () => undefined,
  onBack: () => () => undefined,
  isDeaf: () => false,
}
