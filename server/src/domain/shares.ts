/** What is counted under a name, and how many of it may run at the same time. */
export interface Share {
  readonly of: string
  readonly limit: number
}

/** A number of slots, and who holds how many of them. */
export interface Shares {
  free(): number
  held(of: string): number
  /** Whether a slot is free and each of these shares leaves room. */
  hasRoom(shares: readonly Share[]): boolean
  /** Returns how to give the slot back; a second call does nothing. */
  take(shares: readonly Share[]): () => void
}

export function makeShares(places: number): Shares {
  const held = new Map<string, number>()
  let taken = 0
  const heldBy = (of: string) => held.get(of) ?? 0
  const add = (of: string, count: number) => {
    const left = heldBy(of) + count
    if (left > 0) held.set(of, left)
    else held.delete(of)
  }
  return {
    free: () => places - taken,
    held: heldBy,
    hasRoom: (shares) => taken < places && shares.every(({ of, limit }) => heldBy(of) < limit),
    take(shares) {
      let isHeld = true
      taken += 1
      for (const { of } of shares) add(of, 1)
      return () => {
        if (!isHeld) return
        isHeld = false
        taken -= 1
        for (const { of } of shares) add(of, -1)
      }
    },
  }
}
