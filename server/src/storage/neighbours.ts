/**
 * Other processes on the same database, told at once by LISTEN and NOTIFY what they would else find
 * by their next poll. Nothing depends on it: a message may be lost while a connection is down, so
 * whoever listens also polls. On SQLite there is nobody to tell.
 */
export interface Neighbours {
  tell(topic: string, text: string): void
  /** Hears the others, never itself. Answers a function that ends it. */
  onTold(topic: string, listener: (text: string) => void): () => void
  /** Called when the connection is back: something may have been missed meanwhile. */
  onBack(listener: () => void): () => void
}

export const noNeighbours: Neighbours = {
  tell: () => undefined,
  onTold: () => () => undefined,
  onBack: () => () => undefined,
}
