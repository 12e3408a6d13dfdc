/** Drafts, by person and case; they outlive a reload and a sign-out. */
const keyOf = (login: string, caseId: string) => `assay.comment.${login}.${caseId}`

export function draftOf(login: string, caseId: string): string {
  try {
    return localStorage.getItem(keyOf(login, caseId)) ?? ''
  } catch {
    // Some browsers keep nothing for private windows.
    return ''
  }
}

export function keepDraft(login: string, caseId: string, words: string): void {
  try {
    if (words.trim() === '') localStorage.removeItem(keyOf(login, caseId))
    else localStorage.setItem(keyOf(login, caseId), words)
  } catch {
    // It is kept on the screen, at least.
  }
}
