import { type AnyEndpoint, acceptsFile } from '@assay/contract'
import type { Things } from './hostile-world.ts'
import { passwordOf } from './target.ts'

interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly format?: string
}

/** What a call needs in addition to the attacked input, so it gets as far as it can. */
export function sampleOf(
  name: string,
  endpoint: AnyEndpoint,
  things: Things,
  turn: number,
): unknown {
  const ofCase = /\/case\/_bulk|\/case\/_merge/.test(endpoint.path)
  const values: Record<string, unknown> = {
    ...{
      login: `made-${turn}`,
      organization: things.organization,
      roles: ['read'],
      title: 't',
      description: 'd',
    },
    ...{
      user: things.user,
      password: 'long enough 8',
      currentPassword: passwordOf(things.user ?? ''),
    },
    ...{
      key: `k${turn}`.padEnd(40, '0'),
      url: 'https://example.org/',
      message: 'm',
      source: 's',
      sourceRef: `r${turn}`,
    },
    ...{
      dataType: 'other',
      data: `d${turn}`,
      caseId: things.case,
      alertIds: [things.alert],
      jobIds: [things.job],
    },
    ...{
      engineId: 'local',
      cortexId: 'local',
      responderId: things.responder,
      analyzerId: things.analyzer,
    },
    ...{
      artifactId: things.observable,
      objectType: 'case',
      objectId: things.case,
      query: {},
      value: 'v',
      tlp: 0,
    },
    jobs: [{ cortexId: 'local', analyzerId: things.analyzer, artifactId: things.observable }],
    ids: [
      ofCase
        ? things.case
        : endpoint.path.includes('alert')
          ? things.alert
          : endpoint.path.includes('task')
            ? things.task
            : things.observable,
    ],
    type: endpoint.path.includes('ustomField') ? 'string' : 'kind',
    name: `name-${turn}`,
  }
  return values[name] ?? 'x'
}

/** An entity of the caller for a parameter of the path: one that exists, so the rest counts. */
export function ownParameter(name: string, { path }: AnyEndpoint, things: Things): string {
  const before = path
    .slice(0, path.indexOf(`:${name}`))
    .split('/')
    .filter((part) => part !== '' && !part.startsWith(':'))
  const words: Record<string, string | undefined> = {
    ...{
      login: things.user,
      dataType: 'ip',
      objectType: 'case',
      caseId: things.case,
      other: things.other,
    },
    ...{
      ids: `${things.case},${things.other}`,
      hash: things.hash,
      token: things.feedPath?.split('/')[3],
    },
    file: things.feedPath?.split('/')[4],
    name: before.includes('feeds')
      ? things.feed
      : before.includes('threatFeed')
        ? things.threatFeed
        : before.includes('resource')
          ? things.resource
          : things.config,
  }
  const kinds: Record<string, string | undefined> = {
    ...{
      case: things.case,
      alert: things.alert,
      task: things.task,
      log: things.log,
      artifact: things.observable,
    },
    ...{
      observable: things.observable,
      template: things.template,
      caseTemplate: things.template,
      job: things.job,
    },
    ...{
      customField: things.customField,
      webhook: things.webhook,
      budget: things.budget,
      analyzer: things.analyzer,
      responder: things.responder,
    },
    ...{ organization: things.organization, user: things.user, type: 'ip', stream: things.stream },
  }
  return words[name] ?? kinds[before.at(-1) ?? ''] ?? things.case ?? ''
}

export type SlotType = 'param' | 'text' | 'list' | 'object' | 'file' | 'number'

export interface Slot {
  readonly name: string
  readonly type: SlotType
}

/** Everything that a call takes. Numbers, choices and switches are attacked by values of other types. */
export function slotsOf({ params, input }: AnyEndpoint): Slot[] {
  return [
    ...Object.keys(params.properties).map((name) => ({ name, type: 'param' as const })),
    ...Object.entries(input.properties as Record<string, Schema>).map(([name, schema]) => ({
      ...{ name, type: typeOf(schema) },
    })),
  ]
}

function typeOf(schema: Schema): SlotType {
  if (acceptsFile(schema)) return 'file'
  const shapes = [schema, ...(schema.anyOf ?? [])]
  const types = shapes.map(({ type }) => type)
  if (shapes.some((shape) => shape.enum)) return 'number'
  if (types.includes('object')) return 'object'
  if (types.includes('array')) return 'list'
  if (types.includes('string')) return 'text'
  if (types.includes('integer') || types.includes('number') || types.includes('boolean'))
    return 'number'
  return 'object'
}

export const requiredOf = ({ input }: AnyEndpoint): string[] => input.required ?? []
