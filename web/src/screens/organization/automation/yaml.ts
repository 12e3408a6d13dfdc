import type { Rule } from '@assay/contract'

const dayMs = 86_400_000

/** Words that need no quotes, and that no version of YAML reads as anything else. */
const isPlain = (word: string) =>
  /^[A-Za-z][\w.@-]*$/.test(word) && !/^(y|n|yes|no|on|off|true|false|null|nan)$/i.test(word)

/** JSON is YAML; short words are written as people write them. */
const scalar = (value: unknown): string =>
  typeof value === 'string' && isPlain(value) ? value : JSON.stringify(value)

/** The day that a rule ends with, or the moment. */
export const expiryOf = (at: number): string =>
  (at + 1) % dayMs === 0 ? new Date(at).toISOString().slice(0, 10) : new Date(at).toISOString()

export type YamlRule = Pick<
  Rule,
  'name' | 'state' | 'runAs' | 'on' | 'if' | 'do' | 'budget' | 'expires'
>

function ruleLines({ name, state, runAs, on, if: filter, do: steps, budget, expires }: YamlRule) {
  return [
    `  - name: ${scalar(name)}`,
    // The server stops a rule; a file says what was wanted.
    `    state: ${scalar(state === 'stopped' ? 'off' : state)}`,
    `    runAs: ${scalar(runAs)}`,
    `    on: ${scalar(on)}`,
    `    if: ${JSON.stringify(filter)}`,
    '    do:',
    ...steps.map((step) => `      - ${JSON.stringify(step)}`),
    `    budget: { runsPerHour: ${budget.runsPerHour}, jobsPerDay: ${budget.jobsPerDay} }`,
    ...(expires === null ? [] : [`    expires: ${JSON.stringify(expiryOf(expires))}`]),
  ]
}

/** Rules as `assay apply` reads them below an organization. */
export const rulesYaml = (rules: readonly YamlRule[]): string =>
  `${['rules:', ...rules.flatMap(ruleLines)].join('\n')}\n`
