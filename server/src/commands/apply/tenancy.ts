import {
  type ClockPolicy,
  contract,
  maxAnalyzerSets,
  maxChannels,
  maxClockPolicies,
  maxMailboxes,
  maxProtectedValues,
  maxRules,
} from '@assay/contract'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { readYaml, type YamlPath, type YamlProblem } from '../../domain/yaml.ts'

const closed = { additionalProperties: false }
const orgInput = contract.createOrganization.input.properties
const userInput = contract.createUser.input.properties
const workerInput = contract.enableAnalyzer.input.properties
const webhookInput = contract.createWebhook.input.properties
const budgetInput = contract.createBudget.input.properties
const policyInput = contract.setResponderPolicy.input.properties
const protectedInput = contract.createProtectedValue.input.properties
const setInput = contract.createAnalyzerSet.input.properties
const statusInput = contract.createCaseStatus.input.properties
const { secret: _mailboxSecret, ...mailboxInput } = contract.createMailbox.input.properties
const {
  url: _url,
  secret: _channelSecret,
  ...channelInput
} = contract.createChannel.input.properties
const { position: _position, ...ruleInput } = contract.createRule.input.properties

/** A value that is not in the file itself. */
const Reference = Type.Union([
  Type.Object({ fromEnv: Type.String({ minLength: 1, maxLength: 256 }) }, closed),
  Type.Object({ fromFile: Type.String({ minLength: 1, maxLength: 4096 }) }, closed),
])

/** Or the name of one that the server reads itself each time, from sources that its operator opened. */
const SecretReference = Type.Union([
  Reference,
  Type.String({ maxLength: 300, pattern: '^\\$\\{(env|file):[^}]+\\}$' }),
])

const Mailbox = Type.Object({ ...mailboxInput, secret: SecretReference }, closed)
const Channel = Type.Object(
  { ...channelInput, url: SecretReference, secret: Type.Optional(SecretReference) },
  closed,
)

const Worker = Type.Object(
  { definition: Type.String({ minLength: 1, maxLength: 256 }), ...workerInput },
  closed,
)

const Budget = Type.Object(
  {
    name: budgetInput.name,
    windows: budgetInput.windows,
    peopleShare: budgetInput.peopleShare,
    maxWaitMinutes: budgetInput.maxWaitMinutes,
  },
  closed,
)

const Organization = Type.Object(
  {
    name: orgInput.name,
    description: Type.Optional(orgInput.description),
    status: orgInput.status,
    secondFactor: contract.updateOrganization.input.properties.secondFactor,
    retention: Type.Optional(contract.updateRetention.input),
    users: Type.Optional(
      Type.Array(
        Type.Object(
          {
            login: userInput.login,
            name: Type.Optional(userInput.name),
            roles: userInput.roles,
            status: Type.Optional(Type.Enum(['Active', 'Locked'])),
            key: Type.Optional(Reference),
            password: Type.Optional(Reference),
          },
          closed,
        ),
        { maxItems: 10_000 },
      ),
    ),
    budgets: Type.Optional(Type.Array(Budget, { maxItems: 100 })),
    analyzers: Type.Optional(Type.Array(Worker, { maxItems: 1000 })),
    responders: Type.Optional(Type.Array(Worker, { maxItems: 1000 })),
    policies: Type.Optional(
      Type.Array(Type.Object({ responder: workerInput.name, ...policyInput }, closed), {
        maxItems: 1000,
      }),
    ),
    protected: Type.Optional(
      Type.Array(Type.Object(protectedInput, closed), { maxItems: maxProtectedValues }),
    ),
    analyzerSets: Type.Optional(
      Type.Array(Type.Object(setInput, closed), { maxItems: maxAnalyzerSets }),
    ),
    clocks: Type.Optional(
      Type.Array(contract.createClockPolicy.input, { maxItems: maxClockPolicies }),
    ),
    caseStatuses: Type.Optional(Type.Array(Type.Object(statusInput, closed), { maxItems: 200 })),
    mailboxes: Type.Optional(Type.Array(Mailbox, { maxItems: maxMailboxes })),
    channels: Type.Optional(Type.Array(Channel, { maxItems: maxChannels })),
    mailTexts: Type.Optional(contract.setMailTexts.input),
    rules: Type.Optional(Type.Array(Type.Object(ruleInput, closed), { maxItems: maxRules })),
    webhooks: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: webhookInput.name,
            url: Type.Union([webhookInput.url, Reference]),
            secret: Type.Optional(SecretReference),
            objectTypes: webhookInput.objectTypes,
            enabled: webhookInput.enabled,
          },
          closed,
        ),
        { maxItems: 100 },
      ),
    ),
  },
  closed,
)

export const Tenancy = Type.Object(
  { organizations: Type.Array(Organization, { maxItems: 1000 }) },
  closed,
)
export type Tenancy = Static<typeof Tenancy>
export type TenantOrganization = Tenancy['organizations'][number]
export type TenantUser = NonNullable<TenantOrganization['users']>[number]
export type TenantBudget = NonNullable<TenantOrganization['budgets']>[number]
export type TenantWorker = Static<typeof Worker>
export type TenantClock = NonNullable<TenantOrganization['clocks']>[number]
export type TenantMailbox = Static<typeof Mailbox>
export type TenantChannel = Static<typeof Channel>
export type TenantRule = NonNullable<TenantOrganization['rules']>[number]
export type TenantWebhook = NonNullable<TenantOrganization['webhooks']>[number]

export interface ReadTenancy {
  readonly tenancy: Tenancy
  /** Everything that is wrong, each with its line; no value of the file is repeated. */
  readonly problems: readonly string[]
  lineOf(path: YamlPath): number
}

/** The text of a file; nothing outside of it is looked at. */
export function readTenancy(text: string): ReadTenancy {
  const file = readYaml(text)
  if ('problem' in file) return failed(sentenceOf(file))
  const { lineOf } = file
  const tenancy = file.value as Tenancy
  const wrong = [...Compile(Tenancy).Errors(tenancy)].map(
    ({ instancePath, message, keyword, params }) => {
      const path = pathOf(instancePath)
      const extra = keyword === 'additionalProperties' ? namesIn(params) : []
      const line = lineOf(extra[0] === undefined ? path : [...path, extra[0]])
      const what = extra.length > 0 ? `unknown key ${extra.join(', ')}` : message
      return `line ${line}: ${path.join('.') || 'the file'}: ${what}`
    },
  )
  const problems = wrong.length > 0 ? wrong : contradictions(tenancy, lineOf)
  return { tenancy, problems: [...new Set(problems)], lineOf }
}

function sentenceOf(file: YamlProblem): string {
  switch (file.problem) {
    case 'size':
      return 'line 1: the file is larger than 1 MiB'
    case 'aliases':
      return 'line 1: unknown, circular or too many YAML aliases'
    case 'syntax':
      return `line ${file.line}: invalid YAML (${file.code})`
  }
}

const failed = (problem: string): ReadTenancy => ({
  tenancy: { organizations: [] },
  problems: [problem],
  lineOf: () => 1,
})

const namesIn = (params: unknown): string[] => {
  const names = (params as { additionalProperties?: unknown }).additionalProperties
  return Array.isArray(names) ? names.map((name) => String(name).slice(0, 80)) : []
}

const pathOf = (pointer: string): (string | number)[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))

/** What no schema sees. */
function contradictions(tenancy: Tenancy, lineOf: ReadTenancy['lineOf']): string[] {
  const found: string[] = []
  const seen = new Set<string>()
  const once = (kind: string, name: string, scope: string, path: YamlPath) => {
    const key = JSON.stringify([kind, scope, name])
    if (seen.has(key)) found.push(`line ${lineOf(path)}: duplicate ${kind} ${name}`)
    seen.add(key)
  }
  for (const [at, organization] of tenancy.organizations.entries()) {
    const { name, users = [], analyzers = [], responders = [], webhooks = [] } = organization
    const { analyzerSets = [], budgets = [], clocks = [], rules = [] } = organization
    const { policies = [], protected: entries = [] } = organization
    const { caseStatuses = [], channels = [], mailboxes = [], mailTexts } = organization
    const path: YamlPath = ['organizations', at]
    once('organization', name, '', [...path, 'name'])
    for (const [n, { login }] of users.entries())
      once('user', login.toLowerCase(), '', [...path, 'users', n, 'login'])
    for (const [n, budget] of budgets.entries())
      once('budget', budget.name, name, [...path, 'budgets', n, 'name'])
    for (const [kind, list] of [
      ['analyzers', analyzers],
      ['responders', responders],
    ] as const)
      for (const [n, worker] of list.entries()) {
        once(kind.slice(0, -1), worker.name, name, [...path, kind, n, 'name'])
        if ((worker.rate == null) !== (worker.rateUnit == null))
          found.push(`line ${lineOf([...path, kind, n])}: rate and rateUnit must be set together`)
      }
    for (const [n, webhook] of webhooks.entries())
      once('webhook', webhook.name, name, [...path, 'webhooks', n, 'name'])
    for (const [n, set] of analyzerSets.entries())
      once('analyzer set', set.name.trim(), name, [...path, 'analyzerSets', n, 'name'])
    for (const [n, rule] of rules.entries())
      once('rule', rule.name, name, [...path, 'rules', n, 'name'])
    for (const [n, { value }] of caseStatuses.entries())
      once('case status', value, name, [...path, 'caseStatuses', n, 'value'])
    for (const [n, mailbox] of mailboxes.entries())
      once('mailbox', mailbox.name, name, [...path, 'mailboxes', n, 'name'])
    for (const [n, channel] of channels.entries())
      once('channel', channel.name, name, [...path, 'channels', n, 'name'])
    for (const [n, clock] of clocks.entries())
      once('clock policy', clockName(clock), name, [...path, 'clocks', n])
    for (const [n, { responder }] of policies.entries())
      once('policy', responder, name, [...path, 'policies', n, 'responder'])
    for (const [n, { kind, value }] of entries.entries())
      once(`protected ${kind}`, value, name, [...path, 'protected', n, 'value'])
    const configured = [analyzers, analyzerSets, budgets, clocks, policies, entries, rules]
    const lists = [...configured, responders, webhooks, caseStatuses, channels, mailboxes]
    const needsAdmin = lists.some(({ length }) => length > 0) || mailTexts !== undefined
    if (needsAdmin && !administratorOf(organization))
      found.push(
        `line ${lineOf(path)}: ${name} needs a user with the role orgadmin and a key: analyzers, responders, ` +
          'analyzer sets, budgets, case statuses, channels, clocks, mailboxes, mail texts, policies, protected ' +
          'observables, rules and webhooks are configured with its key',
      )
  }
  return found
}

/** They have no names: which cases a policy measures, and what of them, says which one it is. */
export const clockName = ({ kind, severities = [], template }: TenantClock | ClockPolicy) =>
  [
    kind,
    severities.length === 0 ? 'all' : severities.toSorted().join('+'),
    ...(template == null ? [] : [template]),
  ].join(' ')

/** Who sets up what belongs to an organization. */
export const administratorOf = ({ users = [] }: TenantOrganization): TenantUser | undefined =>
  users.find(
    ({ roles = [], key, status }) =>
      key !== undefined &&
      status !== 'Locked' &&
      roles.some((role) => role.toLowerCase() === 'orgadmin'),
  )
