import type { Command } from 'commander'

export interface DrainRequest {
  /** Name or id; all nodes of this machine without it. */
  readonly node: string | undefined
  readonly isUndo: boolean
  /** Until what runs there has ended. */
  readonly waits: boolean
}

type Drain = (request: DrainRequest) => Promise<readonly { id: string; name: string }[]>

/** `assay drain`. */
export function addDrain(program: Command, drain: Drain, write: (line: string) => void): void {
  program
    .command('drain')
    .description('let nodes claim no more jobs, before an upgrade or a stop')
    .argument('[node]', 'name or id of a node; without it, all nodes of this machine')
    .option('--undo', 'let them claim jobs again')
    .option('--wait', 'end when everything that runs there has ended')
    .action(async (node: string | undefined, options: { undo?: boolean; wait?: boolean }) => {
      const { undo = false, wait = false } = options
      const nodes = await drain({ node, isUndo: undo, waits: wait && !undo })
      if (nodes.length === 0)
        throw new Error(
          node === undefined
            ? 'No node of this machine is running on this database.'
            : `There is no node ${node}; the page Platform, Nodes lists them.`,
        )
      const state = undo ? 'claims jobs again' : wait ? 'is drained' : 'claims no more jobs'
      for (const { id, name } of nodes) write(`${name} (${id}) ${state}.`)
    })
}
