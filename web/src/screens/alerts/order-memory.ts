/*
 * The list as it was last seen in this tab, so an alert opened alone knows its neighbors. It is a convenience:
 * after a reload there is none, and the link leads back to the list.
 */
let remembered: readonly string[] = []

export function rememberOrder(ids: readonly string[]): void {
  remembered = ids
}

export function forgetAlert(id: string): void {
  remembered = remembered.filter((one) => one !== id)
}

export function adjacentAlerts(id: string) {
  const at = remembered.indexOf(id)
  return {
    position: at + 1,
    total: remembered.length,
    previous: at > 0 ? remembered[at - 1] : undefined,
    next: at >= 0 ? remembered[at + 1] : undefined,
  }
}
