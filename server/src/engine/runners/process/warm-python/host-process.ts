import { readFileSync } from 'node:fs'

/** A zygote counts processes in a separate namespace; these are its numbers and ours. */

/** The process below `root` that has this number where it lives. */
export function findBelow(root: number, number: number): number | undefined {
  const found = childrenOf(root)
  for (const pid of found) {
    if (numbersOf(pid).at(-1) === number) return pid
    found.push(...childrenOf(pid))
  }
  return undefined
}

/** The child of a zygote that has this number for the zygote, and is process 1 of a job. */
export const findChild = (zygote: number, number: number): number | undefined =>
  childrenOf(zygote).find((pid) => numbersOf(pid).at(-2) === number)

export function residentBytes(pid: number): number {
  const text = read(`/proc/${pid}/status`)
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1024
}

const childrenOf = (pid: number): number[] =>
  read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)

const numbersOf = (pid: number): number[] =>
  (/^NSpid:(.*)$/m.exec(read(`/proc/${pid}/status`))?.[1] ?? '')
    .split('\t')
    .filter(Boolean)
    .map(Number)

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
