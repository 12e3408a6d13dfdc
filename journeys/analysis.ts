import type { Page } from 'playwright-core'
import { eventually, type Visit } from './visit.ts'

/** The box of the form that takes whatever somebody has. */
export const pasteBox = (page: Page) => page.getByLabel('Paste or type observables')

/** By the clipboard and Ctrl+V, wherever the focus is. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((value) => navigator.clipboard.writeText(value), text)
  await page.keyboard.press('Control+V')
}

/** Opens the form with these lines in it, and waits until it could run. */
export async function openForm({ page, open }: Visit, lines: readonly string[]): Promise<void> {
  await open('/new')
  await pasteBox(page).fill(lines.join('\n'))
  await runButton(page).waitFor()
}

/** It says how many jobs it starts. */
export const runButton = (page: Page) => page.getByRole('button', { name: /^Run \d+ jobs?$/ })

/** Each observable of the form as `[x] ip 8[.]8[.]8[.]8`. */
export async function formRows(page: Page): Promise<string[]> {
  const ticks = page.getByRole('checkbox', { name: /^Analyze / })
  const boxes = await ticks.evaluateAll((all: HTMLInputElement[]) =>
    all.map(({ checked, labels }) => ({
      checked,
      value: labels?.[0]?.textContent?.replace(/^Analyze /, '') ?? '',
    })),
  )
  return Promise.all(
    boxes.map(async ({ checked, value }) => {
      const select = page.getByLabel(`Type of ${value}`, { exact: true })
      const type = (await select.count()) > 0 ? await select.inputValue() : 'file'
      return `[${checked ? 'x' : ' '}] ${type} ${value}`
    }),
  )
}

export const matrix = (page: Page) =>
  page.getByRole('table', { name: 'Observables by analyzers', exact: true })

type Cells = Record<string, Record<string, string>>

/** The words of every cell, by type and shown value of its row and the name of its column. */
export async function matrixCells(page: Page): Promise<Cells> {
  return matrix(page).evaluate((table: HTMLTableElement) => {
    const words = (cell: HTMLElement) =>
      cell.innerText
        .replace(/Select the job of \S+|Copy$/, '')
        .replace(/\s+/g, ' ')
        .trim()
    const [head, ...rows] = [...table.rows].filter(({ cells }) => cells.length > 0)
    const names = [...(head?.cells ?? [])].map(words)
    const named = (cells: HTMLElement[]) =>
      Object.fromEntries(cells.map((cell, at) => [names[at + 1] ?? '', words(cell)]))
    return Object.fromEntries(
      rows.map(({ cells: [first, ...others] }) => [first ? words(first) : '', named(others)]),
    )
  })
}

/** The ids of the jobs that the address of a matrix holds, once it holds so many. */
export async function jobIdsOf(page: Page, count: number): Promise<string[]> {
  const ids = () => new URL(page.url()).searchParams.get('jobs')?.split(',') ?? []
  await eventually(() => ids().length).toBe(count)
  return ids()
}

/** `stays()` fails when the document was loaded again since. */
export async function markDocument(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => {
    document.documentElement.dataset.marked = 'yes'
  })
  return () => page.evaluate(() => document.documentElement.dataset.marked === 'yes')
}
