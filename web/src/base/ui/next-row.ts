/**
 * After a decision the focus goes to the next row, and to the title of the screen if that was the last: ask before
 * the decision, which may take its row away, and call the answer afterwards.
 */
export function nextRow(from: Element | null = document.activeElement): () => void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex((row) => row.contains(from))
  const next = at < 0 ? undefined : (rows[at + 1] ?? rows[at - 1])?.dataset.row
  // The list is drawn again first.
  return () => requestAnimationFrame(() => requestAnimationFrame(() => focusRow(next)))
}

function focusRow(id: string | undefined): void {
  const row = id === undefined ? null : document.querySelector(`[data-row="${CSS.escape(id)}"]`)
  const target =
    row?.querySelector<HTMLElement>('th a, a') ?? document.querySelector<HTMLElement>('h1')
  target?.focus()
}
