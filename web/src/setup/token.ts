// In memory only: a reload forgets the token, and the printed link brings it back.
let token = ''

export function rememberSetupToken(value: string) {
  token = value
}

export const setupToken = () => token

/** People paste the token or the whole printed link; both mean the token. */
export const tokenFrom = (pasted: string) =>
  pasted.includes('token=') ? decoded(pasted.split('token=')[1] ?? '') : pasted.trim()

const decoded = (value: string) => new URLSearchParams(`token=${value.trim()}`).get('token') ?? ''
