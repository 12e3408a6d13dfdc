import { getPublicSuffix } from 'tldts'

/** Whether anyone may register names directly below it: `com`, `co.uk`, `github.io`. */
export const isPublicSuffix = (name: string): boolean => {
  const suffix = (allowPrivateDomains: boolean) =>
    getPublicSuffix(name, { allowPrivateDomains, validateHostname: false })
  return suffix(true) === name || suffix(false) === name
}
