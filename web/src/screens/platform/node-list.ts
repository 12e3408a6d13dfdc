import type { ClusterNode } from '@assay/contract'
import { text } from '../../base/texts/index.ts'
import type { IconName } from '../../base/ui/icons.tsx'
import type { ListDeclaration } from '../../shared/list/declaration.ts'
import { searchFilter } from '../../shared/list/filters.ts'

type State = ClusterNode['state']

/** Worst last, as they are offered for filtering. */
export const nodeStates = {
  alive: { tone: 'good', icon: 'check' },
  outdated: { tone: 'warn', icon: 'alert' },
  draining: { tone: 'warn', icon: 'pause' },
  drained: { tone: 'neutral', icon: 'stop' },
  stopping: { tone: 'neutral', icon: 'stop' },
  silent: { tone: 'bad', icon: 'alert' },
} as const satisfies Record<State, { tone: 'good' | 'bad' | 'warn' | 'neutral'; icon: IconName }>

const states = Object.keys(nodeStates) as State[]

/** The list of nodes: a new filter is one more entry here. */
export const nodeList: ListDeclaration<ClusterNode> = {
  idOf: ({ id }) => id,
  texts: { noMatch: 'nodes.noneMatch' },
  filters: [
    searchFilter('nodes.search', {
      matches: (node, [wanted = '']) => wordsOf(node).includes(wanted.trim().toLowerCase()),
    }),
    {
      key: 'state',
      label: 'nodes.state',
      accepts: (value) => states.some((state) => state === value),
      control: {
        kind: 'choices',
        useChoices: () => states.map((value) => ({ value, label: text(`nodes.state.${value}`) })),
      },
      nameOf: (value) => text(`nodes.state.${value as State}`),
      matches: ({ state }, wanted) => wanted.includes(state),
    },
  ],
}

const wordsOf = ({ name, id, version, roles, labels, runners }: ClusterNode) =>
  [name, id, version, ...roles, ...labels, ...runners].join('\n').toLowerCase()

/** What can be requested of it. A node that does not respond gets no request. */
export const taskOf = ({ state, roles }: ClusterNode): 'drain' | 'resume' | undefined => {
  if (!roles.includes('worker') || state === 'silent' || state === 'stopping') return undefined
  return state === 'draining' || state === 'drained' ? 'resume' : 'drain'
}
