import type { Client, contract, Rule } from '@assay/contract'
import { readExpiry } from '../../domain/automation/reading.ts'
import { defaultBudget } from '../../domain/automation/rule.ts'
import type { TenantOrganization, TenantRule } from './tenancy.ts'

type Api = Pick<Client<typeof contract>, 'createRule' | 'listRules' | 'updateRule'>

/** One rule of a file: what is different, and how it is made so. */
export interface RuleStepToApply {
  readonly what: string
  readonly changes: 'new' | readonly string[]
  act(): Promise<unknown>
}

/** What the file says of rules, by their names; without an administrator there is nothing yet. */
export async function ruleSteps(
  admin: Api | undefined,
  { name, rules = [] }: TenantOrganization,
  differences: (known: object, wanted: object) => string[],
): Promise<RuleStepToApply[]> {
  if (rules.length === 0) return []
  const listed = (await admin?.listRules()) ?? []
  return rules.map((rule) => {
    const what = `rule ${rule.name} of ${name}`
    const known = listed.find((one) => one.name === rule.name)
    if (!known) return { what, changes: 'new', act: async () => admin?.createRule(rule) }
    return {
      what,
      changes: differences(comparable(known), comparable(rule)),
      act: async () => admin?.updateRule({ id: known.id }, rule),
    }
  })
}

/** What the file leaves out stays; a rule that the server stopped is not what the file says. */
function comparable(rule: Rule | TenantRule) {
  const { runsPerHour, jobsPerDay } = { ...defaultBudget, ...rule.budget }
  const expires = typeof rule.expires === 'string' ? readExpiry(rule.expires) : rule.expires
  return {
    on: rule.on,
    do: rule.do,
    runAs: rule.runAs.toLowerCase(),
    ...(rule.if !== undefined && { if: rule.if }),
    ...(rule.state !== undefined && { state: rule.state }),
    ...(rule.budget !== undefined && { budget: { runsPerHour, jobsPerDay } }),
    ...(expires !== undefined && { expires }),
  }
}
