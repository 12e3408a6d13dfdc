import type { Command } from 'commander'

/** What one look came to; `remedy` says what to do about it. */
export interface Finding {
  readonly what: string
  readonly is: 'ok' | 'warning' | 'problem'
  readonly text: string
  readonly remedy?: string
}

type Examine = () => AsyncIterable<Finding>

const marks = { ok: 'ok      ', warning: 'warning ', problem: 'PROBLEM ' } as const

/** `assay doctor`. Exit code 1 when something would keep a server from its work. */
export function addDoctor(program: Command, examine: Examine, write: (line: string) => void): void {
  program
    .command('doctor')
    .description(
      'check settings, disk, port, database, master key, clock, file store, directories, audit sinks, runners and catalog; read-only',
    )
    .action(async () => {
      let problems = 0
      for await (const { what, is, text, remedy } of examine()) {
        if (is === 'problem') problems += 1
        write(`${marks[is]} ${what}: ${text}`)
        if (remedy !== undefined) write(`          → ${remedy}`)
      }
      write(
        problems === 0
          ? 'No problems found.'
          : `${problems} ${problems === 1 ? 'problem' : 'problems'} found.`,
      )
      if (problems > 0) process.exitCode = 1
    })
}
