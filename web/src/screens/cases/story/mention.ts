/** A user who can be mentioned. */
export interface Person {
  readonly login: string
  readonly name: string
}

export interface Mention {
  /** Offset of its `@`. */
  readonly at: number
  /** What is typed of the login or the name. */
  readonly typed: string
}

const begun = /(?:^|[\s(])@([\p{L}\p{N}._@-]{0,64})$/u

/** The mention that is being typed at the caret. */
export function mentionAt(words: string, caret: number): Mention | undefined {
  const typed = begun.exec(words.slice(0, caret))?.[1]
  return typed === undefined ? undefined : { at: caret - typed.length - 1, typed }
}

const maxOffered = 6

/** Those whose login or a part of whose name begins so. */
export function offeredFor(people: readonly Person[], typed: string): Person[] {
  const wanted = typed.toLowerCase()
  const begins = (word: string) => word.toLowerCase().startsWith(wanted)
  return people
    .filter(({ login, name }) => begins(login) || name.split(/\s+/).some(begins))
    .slice(0, maxOffered)
}

/** The words with the whole login, and where to write on. */
export function completed(words: string, { at, typed }: Mention, login: string) {
  const rest = words.slice(at + 1 + typed.length)
  const before = `${words.slice(0, at)}@${login} `
  return { words: before + rest.replace(/^ /, ''), caret: before.length }
}
