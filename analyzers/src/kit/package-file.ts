import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fail } from './failure.ts'

/**
 * A file of an installed package, such as the WebAssembly of a library; `beside` names one that lies
 * next to the module and is not exported. It is found from the sources and from the built program
 * alike, because both lie below the same `node_modules`.
 */
export function readPackageFile(specifier: string, beside?: string): Buffer {
  try {
    const path = createRequire(import.meta.url).resolve(specifier)
    return readFileSync(beside === undefined ? path : join(dirname(path), beside))
  } catch {
    return fail(`Component ${beside ?? specifier} is not installed`)
  }
}

/** A library that looks for its parts next to itself, and so cannot be built into the program. */
export function requirePackage(specifier: string): unknown {
  try {
    return createRequire(import.meta.url)(specifier)
  } catch {
    return fail(`Component ${specifier} is not installed`)
  }
}
