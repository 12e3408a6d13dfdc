/** What people link to inside; nothing of the API, which answers with files. */
const screens = /^\/(?:cases|alerts|investigations|observables|tasks)(?:[/?#]|$)/

/** The path of one of our screens; undefined for anything else. */
export function innerPath(target: string, origin: string): string | undefined {
  const path = target.startsWith(`${origin}/`) ? target.slice(origin.length) : target
  // guard (open = path): inner-path.test.ts
  return screens.test(path) ? path : undefined
}

/** Only what a browser opens as a web page; host names in ASCII. */
export function webAddress(target: string): URL | undefined {
  // guard: inner-path.test.ts
  if (!/^https?:\/\//i.test(target)) return undefined
  return URL.canParse(target) ? new URL(target) : undefined
}
