const types = { json: 'application/json', csv: 'text/csv', md: 'text/markdown' } as const
export type FileKind = keyof typeof types

/** Hands a text to the reader as a file. Nothing leaves the browser. */
export function downloadText(name: string, kind: FileKind, content: string): void {
  // Spreadsheets take a file without this mark for an old code page.
  const mark = kind === 'csv' ? '\ufeff' : ''
  downloadBlob(`${name}.${kind}`, new Blob([mark + content], { type: types[kind] }))
}

export function downloadBlob(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads it after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
