const longestLine = 200

/** One line of an error message. A Python traceback says at its end what happened. */
export function reasonLine(errorMessage = ''): string {
  // Whole outputs of programs arrive here: only so much of one is looked at.
  const lines = linesOf(errorMessage.slice(0, 2000))
  const isTraceback = lines[0]?.startsWith('Traceback') ?? false
  const line = (isTraceback ? linesOf(errorMessage.slice(-2000)).at(-1) : lines[0]) ?? ''
  return line.length > longestLine ? `${line.slice(0, longestLine)}…` : line
}

const linesOf = (value: string) =>
  value
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const longestReason = 120

/** What stays the same when it fails again: the line without quoted parts, addresses, ids, numbers. */
export function reasonOf(errorMessage: string | undefined): string {
  const reason = reasonLine(errorMessage)
    .replace(/\bhttps?:\/\/\S+/gi, '…')
    .replace(/"[^"]*"|“[^”]*”|`[^`]*`|(?<!\w)'[^']*'(?!\w)/g, '…')
    .replace(/\b[\w.+-]+@[\w-]+\.[\w.-]+/g, '…')
    .replace(/\w[\w-]*(\.\w[\w-]*)+/g, '…')
    .replace(/\b(?=[\w-]*\d)[\w-]{12,}\b/g, '…')
    .replace(/\d[\d.:,/-]*/g, '…')
    .replace(/…(?:\s*…)+/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
  if (reason.length <= longestReason) return reason
  // Whole words only: the list is searched for them.
  const cut = reason.slice(0, longestReason)
  return cut.includes(' ') ? cut.slice(0, cut.lastIndexOf(' ')) : cut
}
