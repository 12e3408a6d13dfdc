/** What rules are made of, for the server and for the page. */

/** Of an organization. */
export const maxRules = 100
/** Of one rule. */
export const maxRuleConditions = 20
export const maxRuleSteps = 10
export const maxRuleBytes = 64 * 1024
/** Rules that cause each other: the first one counts. */
export const maxRuleDepth = 4
/** How far back a rule can be tried. */
export const maxTryDays = 30
/** Shown of what a rule would have acted on. */
export const maxTriedObjects = 100
/** Runs are removed after that. */
export const ruleRunsKeptDays = 30
/** Observables of one run that a step acts on. */
export const maxRuleTargets = 100

/** What a rule can start with. */
export const ruleTriggers = [
  'alert.created',
  'alert.updated',
  'observable.created',
  'case.created',
  'case.updated',
  'case.closed',
  'task.updated',
  'verdict.changed',
  'stale',
  'response.failed',
  'budget.low',
  'provider.down',
] as const
export type RuleTriggerName = (typeof ruleTriggers)[number]

/**
 * What a rule is about: what its conditions read. A rule about a response acts on what the responder was run on, and
 * on the case or alert around that.
 */
export const ruleObjectTypes = [
  'alert',
  'case',
  'observable',
  'task',
  'response',
  'budget',
] as const
export type RuleObjectType = (typeof ruleObjectTypes)[number]

export const ruleObjectOf: Readonly<Record<RuleTriggerName, RuleObjectType>> = {
  'alert.created': 'alert',
  'alert.updated': 'alert',
  'observable.created': 'observable',
  'case.created': 'case',
  'case.updated': 'case',
  'case.closed': 'case',
  'task.updated': 'task',
  'verdict.changed': 'observable',
  stale: 'observable',
  'response.failed': 'response',
  'budget.low': 'budget',
  'provider.down': 'budget',
}

/** A budget belongs to no case or alert. */
export const ruleStepsOfBudgets: readonly string[] = ['notify', 'stop']

export const ruleSteps = [
  'analyze',
  'analyzeAgain',
  'respond',
  'tag',
  'set',
  'comment',
  'task',
  'openCase',
  'dismiss',
  'notify',
  'watch',
  'stop',
] as const
export type RuleStepName = (typeof ruleSteps)[number]

export const ruleStates = ['off', 'trial', 'on'] as const
export const shownRuleStates = [...ruleStates, 'stopped'] as const
export type RuleState = (typeof shownRuleStates)[number]

export const ruleRunStates = ['running', 'done', 'failed', 'canceled'] as const
export const ruleStepStates = [
  'planned',
  'running',
  'done',
  'skipped',
  'failed',
  'unknown',
  'would',
] as const
export type RuleRunState = (typeof ruleRunStates)[number]
export type RuleStepState = (typeof ruleStepStates)[number]

export const ruleLevels = ['malicious', 'suspicious', 'safe', 'none'] as const
export type RuleLevel = (typeof ruleLevels)[number]

/** A window of a budget that is longer than an hour is low when this much of it is used. */
export const budgetLowPercent = 80

/** Attributes of an alert by which `openCase` groups; `observable:<type>` is its first observable of that type. */
export const ruleGroupFields = ['type', 'source', 'title', 'createdBy'] as const

/** `7d`, `12h`, `30m`. */
export const ruleDuration = /^([1-9]\d{0,3})([mhd])$/

/** As JSON and YAML have it. */
export type RuleOn =
  | RuleTriggerName
  | {
      readonly 'verdict.changed': {
        readonly from?: readonly RuleLevel[]
        readonly to?: readonly RuleLevel[]
        readonly analyzer?: string
      }
    }
  | {
      readonly stale: {
        readonly in?: 'openCases' | 'watches'
        readonly olderThan: string
        readonly levels?: readonly RuleLevel[]
        readonly perDay?: number
      }
    }

export type RuleStep =
  | {
      readonly analyze:
        | { readonly analyzers: readonly string[]; readonly set?: never }
        // The name of an analyzer set.
        | { readonly set: string; readonly analyzers?: never }
    }
  | { readonly analyzeAgain: Readonly<Record<string, never>> }
  | {
      readonly respond: {
        readonly responder: string
        readonly on?: 'object' | 'root'
        readonly parameters?: Readonly<Record<string, unknown>>
      }
    }
  | { readonly tag: { readonly tags: readonly string[]; readonly on?: 'object' | 'root' } }
  | {
      readonly set: {
        readonly severity?: number
        readonly tlp?: number
        readonly pap?: number
        readonly assignee?: string
      }
    }
  | { readonly comment: { readonly text: string } }
  | { readonly task: { readonly title: string; readonly description?: string } }
  | {
      readonly openCase: {
        readonly template?: string
        readonly groupBy?: readonly string[]
        readonly within?: string
      }
    }
  | { readonly dismiss: { readonly reason: string } }
  | { readonly notify: { readonly people: readonly string[] } }
  | {
      readonly watch: {
        readonly people: readonly string[]
        readonly every?: 'none' | 'day' | 'week'
      }
    }
  | { readonly stop: Readonly<Record<string, never>> }

/** Why `dismiss` dismisses. */
export const ruleDismissals = ['duplicate', 'benign', 'ownTest', 'other'] as const
