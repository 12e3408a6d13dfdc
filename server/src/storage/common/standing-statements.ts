const standing = new Set<string>()

/** Texts that stay the same for as long as the program runs, however often they are sent. */
export const addStanding = (text: string) => void standing.add(text)

export const isStanding = (text: string) => standing.has(text)
