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
    .description('stop nodes from accepting jobs before an upgrade or shutdown')
    .argument('[node]', 'node name or ID (default: all nodes on this machine)')
    .option('--undo', 'resume accepting jobs')
    .option('--wait', 'wait until running jobs finish')
    .action(async (node: string | undefined, options: { undo?: boolean; wait?: boolean }) => {
      const { undo = false, wait = false } = options
      const nodes = await drain({ node, isUndo: undo, waits: wait && !undo })
      if (nodes.length === 0)
        throw new Error(
          node === undefined
            ? 'No running node on this machine uses this database.'
            : `Node ${node} not found. See Platform > Nodes for the list.`,
        )
      const state = undo ? 'accepts jobs again' : wait ? 'is drained' : 'no longer accepts jobs'
      for (const { id, name } of nodes) write(`${name} (${id}) ${state}.`)
    })
}
