import type { Page } from 'playwright-core'
import type { Server } from './server.ts'
import { eventually, type Visit } from './visit.ts'

/** The box of the form that takes any observable. */
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

/** Sends these lines to every matching analyzer; ends on the investigation. */
export async function analyze(visit: Visit, lines: readonly string[]): Promise<void> {
  await openForm(visit, lines)
  await runButton(visit.page).click()
  const ask = visit.page.getByRole('dialog').getByRole('button', { name: /^Run / })
  await eventually(async () => {
    if ((await ask.count()) > 0) await ask.click()
    return new URL(visit.page.url()).pathname
  }).toMatch(/^\/investigations\//)
}

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

/** How many values are in each group, by its heading; of all of them, not only the interesting ones. */
export async function groupsOf(page: Page): Promise<Record<string, number>> {
  const all = page.getByRole('radio', { name: /^All / })
  if ((await all.count()) > 0 && !(await all.isChecked())) await all.check({ force: true })
  return page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('main .inv-groups .inv-group-head')].map((head) => [
        head.querySelector('h2')?.textContent ?? '',
        Number(head.querySelector('.inv-count')?.textContent),
      ]),
    ),
  )
}

type Cells = Record<string, Record<string, string>>

/** The words of every cell of the matrix, by the shown value of its row and the name of its column. */
export async function matrixCells(page: Page): Promise<Cells> {
  return page.getByRole('main').evaluate((main) => {
    const words = (cell: HTMLElement) => cell.innerText.replace(/\s+/g, ' ').trim()
    const tables = [...main.querySelectorAll<HTMLTableElement>('table')]
    return Object.fromEntries(
      tables.flatMap((table) => {
        const [head, ...rows] = [...table.rows]
        const names = [...(head?.cells ?? [])].map(words)
        return rows.map(({ cells: [first, ...others] }) => [
          first ? words(first.querySelector('a') ?? first) : '',
          Object.fromEntries(others.map((cell, at) => [names[at + 1] ?? '', words(cell)])),
        ])
      }),
    )
  })
}

/** Shows all values of the investigation in its matrix. */
export async function openMatrix(page: Page): Promise<void> {
  const matrix = page.getByRole('radio', { name: 'Matrix' })
  await matrix.waitFor({ state: 'attached' })
  await groupsOf(page)
  await matrix.check({ force: true })
}

/** The investigation that the page shows, once it has so many jobs and all have ended. */
export async function investigationOf(
  { as }: Pick<Server, 'as'>,
  login: string,
  page: Page,
  jobs: number,
) {
  await eventually(() => new URL(page.url()).pathname).toMatch(/^\/investigations\/[\w-]+$/)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const read = () => as(login).getInvestigation({ id })
  await eventually(async () => {
    const found = await read()
    return found.jobs.filter(({ status }) => /Success|Failure/.test(status)).length
  }).toBe(jobs)
  return read()
}

/** `stays()` fails when the document was loaded again since. */
export async function markDocument(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => {
    document.documentElement.dataset.marked = 'yes'
  })
  return () => page.evaluate(() => document.documentElement.dataset.marked === 'yes')
}
