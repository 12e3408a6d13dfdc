import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * Where process numbers mean something. Containers may share a host name, and each has a process 1:
 * taking each other for dead, they would run the same jobs.
 */
export const machine = `${hostname()}${pidNamespace()}`

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid').replace('pid:', '')
  } catch {
    return ''
  }
}
