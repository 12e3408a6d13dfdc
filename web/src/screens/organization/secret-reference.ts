/** Instead of a secret or of an address with one; the server says whether it may be used. */
export const isSecretReference = (entered: string): boolean =>
  /^\$\{(?:env|file):[^}]+\}$/.test(entered.trim())

export const isAddress = (entered: string): boolean =>
  /^https?:\/\/\S+$/i.test(entered.trim()) || isSecretReference(entered)
